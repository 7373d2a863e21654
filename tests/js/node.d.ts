// The part of Node's test runner that the tests use; the client's own types have none of Node.

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
