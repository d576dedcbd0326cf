import { insertAfter, insertBefore, type Recipe } from "./recipe.ts";

const verb = `/** Prints the chains. */
import { chains as all } from "../../chains/index.ts";

export const chains = (): string => all.map(({ id, family }) => \`\${id} (\${family})\\n\`).join("");
`;

const command = `program
  .command("chains")
  .description("Print all chains with their families")
  .action(async () => {
    const { chains } = await import("./verbs/chains.ts");
    process.stdout.write(chains());
  });

`;

const test = `import { expect, it } from "vitest";
import { chains } from "./chains.ts";

it("names every chain with its family", () => {
  expect(chains()).toContain("babylon (cosmos)\\n");
});
`;

export const addVerb: Recipe = {
  adds: "a verb that prints a list",
  readme: "cli/README.md",
  heading: "Add a verb",
  steps: [
    {
      changes: [
        { path: "cli/verbs/chains.ts", text: verb },
        insertBefore("cli/program.ts", "program.addCommand(sql);", command),
      ],
      run: "npx vitest run test/verbs.test.ts",
      names: ["docs/command-line.md lacks", "test/support/helpWords.ts lacks", "chains"],
    },
    {
      changes: [
        insertAfter(
          "test/support/helpWords.ts",
          '  [["start"], ["one process"]],\n',
          '  [["chains"], ["families"]],\n',
        ),
        insertBefore(
          "docs/command-line.md",
          "\nA network is `<chain>/<name>`",
          "| `chains` | prints all chains with their families |\n",
        ),
        { path: "cli/verbs/chains.test.ts", text: test },
      ],
      run: "npx vitest run test/verbs.test.ts cli/verbs/chains.test.ts",
    },
    { run: "npx validator-analytics chains", prints: "celestia (cosmos)" },
  ],
};
