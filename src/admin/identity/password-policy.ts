const LEAST_CHARACTERS = 12;
const MOST_BYTES = 1024;

/** What programs that guess try first, of those that are long enough. */
const commonest = new Set([
  "0123456789012",
  "012345678910",
  "1029384756qp",
  "111111111111",
  "121212121212",
  "123123123123",
  "123321123321",
  "123456123456",
  "123456789012",
  "1234567890123",
  "1234567890qwerty",
  "123456789123",
  "123456789abc",
  "123456789qwe",
  "1234qwerasdf",
  "1234qwerasdfzxcv",
  "1q2w3e4r5t6y",
  "1q2w3e4r5t6y7u",
  "1qaz2wsx3edc",
  "1qaz2wsx3edc4rfv",
  "abcdefghijkl",
  "abcdefghijklm",
  "administrator",
  "adminadminadmin",
  "changemeplease",
  "changethispassword",
  "correcthorsebatterystaple",
  "iloveyouiloveyou",
  "interlinear12",
  "letmeinletmein",
  "passpasspass",
  "password1234",
  "password12345",
  "password123456",
  "passwordpassword",
  "q1w2e3r4t5y6",
  "qazwsxedcrfv",
  "qwer1234asdf",
  "qwerty123456",
  "qwertyqwerty",
  "qwertyuiop12",
  "qwertyuiop123",
  "qwertyuiopas",
  "qwertyuiopasdfghjkl",
  "zaq12wsxcde3",
]);

/** What is wrong with a password for somebody, in words; undefined: nothing. */
export function passwordProblem(
  password: string,
  owner: { readonly name: string; readonly email: string },
): string | undefined {
  const characters = Array.from(password);
  if (characters.length < LEAST_CHARACTERS) return `Expected at least ${String(LEAST_CHARACTERS)} characters.`;
  if (Buffer.byteLength(password) > MOST_BYTES) return `Expected at most ${String(MOST_BYTES)} bytes.`;
  if (password.includes("\0") || !password.isWellFormed()) return "Expected characters that a keyboard has.";
  const plain = password.trim().toLowerCase();
  if (commonest.has(plain)) return "This is among the first that are guessed: choose another one.";
  if (new Set(characters).size < 3) return "Expected more than two different characters.";
  const [mailbox = ""] = owner.email.toLowerCase().split("@");
  const own = [owner.name.toLowerCase(), owner.email.toLowerCase(), mailbox];
  if (own.includes(plain)) return "Neither the name nor the mail address is a password.";
  return undefined;
}
