import { Clone } from "../../src/service/clone/clone.ts";
import { operate } from "../../src/service/clone/repository-operations.ts";
import { openService } from "../../src/service/open-service.ts";
import { repositoryOperations } from "../../src/contract/resources/repository.ts";

// Run as a program: does an operation on the first clone of a data folder and dies by SIGKILL after the given step. A step
// is a git command that changes something, or a transaction. Prints the number of steps where it gets to the end.

const [data = "", wanted, last = ""] = process.argv.slice(2);
const operation = repositoryOperations.find((name) => name === wanted);
if (operation === undefined) throw new Error(`There is no operation ${String(wanted)}.`);

const service = await openService({ data });
let steps = 0;

function step(): void {
  steps += 1;
  if (steps === Number(last)) process.kill(process.pid, "SIGKILL");
}

const reading = new Set(["rev-list", "rev-parse", "ls-files", "log", "status", "cat-file", "diff"]);
// oxlint-disable-next-line typescript/unbound-method -- it is called with its clone
const { git } = Clone.prototype;
Clone.prototype.git = async function thenStep(args, run) {
  const output = await git.call(this, args, run);
  if (!args.some((word) => reading.has(word))) step();
  return output;
};
const transaction = service.database.transaction.bind(service.database);
service.database.transaction = () => {
  const builder = transaction();
  const execute = builder.execute.bind(builder);
  builder.execute = async (work) => {
    const result = await execute(work);
    step();
    return result;
  };
  return builder;
};

await operate(service, operation, { clone: 1, name: "demo/app" });
process.stdout.write(String(steps));
await service.close();
