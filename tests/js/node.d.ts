// The parts of Node that the tests use; the client's own types have none of Node.

declare module "node:test" {
  export function test(name: string, run: () => void | Promise<void>): void;
}

declare module "node:assert/strict" {
  interface Assert {
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    ok(value: unknown, message?: string): void;
    throws(run: () => unknown, expected?: RegExp): void;
  }
  const assert: Assert;
  export default assert;
}

declare module "node:fs" {
  export function readFileSync(file: number, encoding: "utf-8"): string;
}

declare const process: { stdout: { write(text: string): void } };
