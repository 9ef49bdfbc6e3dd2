/** An organisation can do something about it, and it will not go away by itself. */
export class CannotRead extends Error {}

export class DatasourceGone extends CannotRead {
  constructor() {
    super("The datasource is not there any more.");
  }
}
