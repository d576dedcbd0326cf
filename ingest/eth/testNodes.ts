import { createTestChain, startTestNode, type TestChain, type TestNode } from "./testNode.ts";

/** A test file's nodes, closed after each test. */
export function createTestNodes() {
  const nodes: TestNode[] = [];
  return {
    start: async (chain: Partial<TestChain> = {}): Promise<TestNode> => {
      const node = await startTestNode(createTestChain(chain));
      nodes.push(node);
      return node;
    },
    close: async (): Promise<void> => {
      await Promise.all(nodes.splice(0).map((node) => node.close()));
    },
  };
}
