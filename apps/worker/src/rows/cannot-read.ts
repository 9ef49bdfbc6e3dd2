/** A permanent error that the organisation can fix. */
export class CannotRead extends Error {}

export class DatasourceGone extends CannotRead {
  constructor() {
    super("The datasource is not there any more.");
  }
}
