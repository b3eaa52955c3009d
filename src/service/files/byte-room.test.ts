import { expect, it } from "vitest";
import { TooCrowded } from "../../store/too-costly.ts";
import { ByteRoom } from "./byte-room.ts";

/** Work that says when it begins, and goes on until it is told to end. */
function worker(room: ByteRoom) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, bytes: number): Promise<void> =>
    room.hold(bytes, async () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      await promise;
    });
  return { begun, start, end: (name: string) => ends.get(name)?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("lets those work at once for whose bytes there is room, and the others in the order in which they came", async () => {
  const { begun, start, end } = worker(new ByteRoom(100, 1));
  const all = [start("a", 60), start("b", 30), start("c", 60), start("d", 10)];
  await settled();
  expect(begun).toEqual(["a", "b"]);
  end("b");
  await settled();
  expect(begun).toEqual(["a", "b"]);
  end("a");
  await settled();
  expect(begun).toEqual(["a", "b", "c", "d"]);
  end("c");
  end("d");
  await Promise.all(all);
});

it("lets what is larger than the room work alone, and few bytes always", async () => {
  const { begun, start, end } = worker(new ByteRoom(100, 1));
  const all = [start("larger", 1000), start("next", 50), start("few", 1)];
  await settled();
  expect(begun).toEqual(["few", "larger"]);
  end("few");
  end("larger");
  await settled();
  expect(begun).toEqual(["few", "larger", "next"]);
  end("next");
  await Promise.all(all);
});

it("tells who has waited long enough that there was no room, and lets those behind begin", async () => {
  const room = new ByteRoom(100, 1);
  const { begun, start, end } = worker(room);
  const all = [start("a", 60)];
  const late = room.hold(90, () => Promise.resolve(), 1).catch((error: unknown) => error);
  all.push(start("b", 40));

  expect(await late).toBeInstanceOf(TooCrowded);
  expect(begun).toEqual(["a", "b"]);
  end("a");
  end("b");
  await Promise.all(all);
});

it("has its room back from what fails", async () => {
  const room = new ByteRoom(100, 1);
  await expect(room.hold(100, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await room.hold(100, async () => "done")).toBe("done");
});
