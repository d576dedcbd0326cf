import { createTestChain, startTestNode, type TestChain, type TestNode } from "./testNode.ts";

/** The nodes of a test file, which closes those of each test after it. */
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
