/**
 * Hashes of passwords are made to cost 30 ms of a processor each, and tests of people make hundreds: here they are made with the least
 * memory. A hash still names the parameters of the product. `src/http-api/passwords.test.ts` and `npm run test:full` have the real ones.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import process from "node:process";

const LEAST = { memory: 8, passes: 1 };
const { argon2 } = crypto;

// Node has it since 24.7.
if (process.env.INTERLINEAR_FULL_SAMPLES !== "yes" && typeof argon2 === "function") {
  const quick: typeof argon2 = (algorithm, parameters, callback) => {
    argon2(algorithm, { ...parameters, ...LEAST }, callback);
  };
  Object.assign(crypto, { argon2: quick });
  syncBuiltinESMExports();
}
