/**
 * Gives the memory of bytes that nobody reads any more back at once. V8 lets 64 MB of answers that were read come together before it looks
 * at them, and what the system gave once stays with the process.
 * @param bytes that were read, or our own; they are empty afterwards, and so is all else that was cut from the same piece
 */
export function giveBack(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && !buffer.detached && !mayBePooled(bytes)) buffer.transfer(0);
}

/**
 * Works with bytes that were read for it alone, and gives them back: when it says that it needs them no more, at the latest when it is over.
 * @param work is given what to say that by
 */
export function withOwnBytes<T>(bytes: Uint8Array, work: (bytes: Uint8Array, whenDecoded: () => void) => T): T {
  const end = (): void => giveBack(bytes);
  using _ = { [Symbol.dispose]: end };
  return work(bytes, end);
}

/** Node puts small buffers, whosever they are, beside each other into one piece: those of less than half of it. */
function mayBePooled({ buffer, byteLength }: Uint8Array): boolean {
  return buffer.byteLength === Buffer.poolSize && byteLength < Buffer.poolSize / 2;
}
