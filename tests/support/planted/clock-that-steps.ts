/** A runtime that is started with `--import` of this file has its clock set back by an hour when it gets SIGUSR2. */
const hour = 3_600_000;
const real = Date.now.bind(Date);
let offset = 0;
Date.now = () => real() + offset;
process.on("SIGUSR2", () => {
  offset -= hour;
});
