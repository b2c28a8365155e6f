// Required by mocha before each unit test: what is made up is the same in each run, so that a run says something about
// the change that it runs on. VEHICLE_DATA_FUZZ_SEED looks elsewhere.
import * as fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.VEHICLE_DATA_FUZZ_SEED ?? 1) });
