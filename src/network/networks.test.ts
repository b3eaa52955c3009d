import { describe, expect, it } from "vitest";
import { networkFault, networksOf } from "./networks.ts";

describe("networks", () => {
  const isOurs = networksOf(["192.0.2.7", "10.0.0.0/8", "2001:db8::/32", "nonsense"]);

  it.each([
    ["192.0.2.7", true],
    ["::ffff:192.0.2.7", true],
    ["192.0.2.8", false],
    ["10.255.0.1", true],
    ["11.0.0.1", false],
    ["2001:db8:1::1", true],
    ["2001:db9::1", false],
    ["", false],
    ["proxy.example.org", false],
  ])("hold %s or not", (address, isIn) => {
    expect(isOurs(address)).toBe(isIn);
  });

  it.each(["192.0.2.7", "10.0.0.0/8", "::1", "2001:db8::/32"])("may be written %s", (text) => {
    expect(networkFault(text)).toBeUndefined();
  });

  it.each(["", "proxy", "10.0.0.0/33", "::/129", "0.0.0.0/0", "::/0", "10.0.0.0/", "fe80::1%eth0", "1.2.3.4:80"])(
    "are refused as %j",
    (text) => {
      expect(networkFault(text)).toMatch(/^(?:Expected|This is everybody)/);
    },
  );
});
