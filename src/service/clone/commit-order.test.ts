import { describe, expect, it } from "vitest";
import { batchesInOrder, type SetAsideText, type WaitingUnit } from "./commit-order.ts";

const authors: readonly string[] = ["", "Ada", "Ben", "Cyd"];

/** "1 Ada first": string, who saved it, and what; the mark of the edit is made of both. */
function waiting(told: string): WaitingUnit {
  const [id = "", author = "", text = ""] = told.split(" ");
  return {
    id: Number(id),
    key: id,
    context: id,
    source: "[]",
    target: text,
    state: 20,
    note: "",
    location: "",
    flags: "",
    previous_source: "",
    position: Number(id),
    pending: mark(`${author} ${text}`),
    pending_author_id: authors.indexOf(author),
    last_updated: "2026-11-28T15:00:00.000Z",
  };
}

/** "1 Ada first < Ben second": what of the string was set aside, and what it has by now. */
function setAside(told: string, index: number): SetAsideText {
  const [old = "", now = ""] = told.split(" < ");
  const { id, pending_author_id: author, target: written } = waiting(old);
  return { ...waiting(`${String(id)} ${now}`), row: index + 1, author, written, written_state: 20 };
}

function mark(edit: string): number {
  return Array.from(edit).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
}

const order = (read: readonly string[], saved: readonly string[]) =>
  batchesInOrder(read.map(waiting), saved.map(setAside)).map(
    ({ author = 0, units }) =>
      `${authors[author] ?? ""}: ${units.map(({ id, target }) => `${String(id)} ${target}`).join(", ")}`,
  );

describe("what waits for its commit", () => {
  it.each([
    {
      what: "is committed for each author",
      read: ["1 Ada first", "2 Ben first", "3 Ada first"],
      saved: [],
      commits: ["Ada: 1 first, 3 first", "Ben: 2 first"],
    },
    {
      what: "comes after what it was saved over",
      read: ["1 Cyd third"],
      saved: ["1 Ada first < Cyd third", "1 Ben second < Cyd third"],
      commits: ["Ada: 1 first", "Ben: 1 second", "Cyd: 1 third"],
    },
    {
      what: "is two commits of one author where they saved twice over others",
      read: ["1 Ben fourth", "2 Ben other"],
      saved: ["1 Ada first < Ben fourth", "2 Ada first < Ben other", "1 Ada third < Ben fourth"],
      commits: ["Ada: 1 first, 2 first", "Ada: 1 third", "Ben: 1 fourth, 2 other"],
    },
    {
      what: "waits on where two saved over it since it was read, and what they saved over is committed once",
      read: ["1 Ada first", "2 Ada first"],
      saved: ["1 Ada first < Cyd third", "1 Ben second < Cyd third"],
      commits: ["Ada: 1 first", "Ben: 1 second", "Ada: 2 first"],
    },
  ])("$what", ({ read, saved, commits }) => {
    expect(order(read, saved)).toEqual(commits);
  });
});
