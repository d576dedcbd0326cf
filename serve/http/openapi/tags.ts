/** What each group of operations is about, by the tag that their declarations have. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  "Ethereum validators (v0)": "Who validators are, how they did their duties, and what that brought them",
  "Ethereum operators (v0)":
    "The same of pools, node operators, and addresses, with their clients, relays and stake",
  "Ethereum network (v0)": "The whole network by day and by window: stake, returns, queues",
  "Ethereum slashings (v0)": "Who was slashed, when, by whom, and what it cost",
  "Ethereum blocks (v0)": "Every slot: its duty, its block, its fees and what relays paid",
  "Ethereum P2P (v0)": "Where the network's machines are, and who hosts them",
  "Ethereum network (v1)": "Records of the whole network by chain day or UTC day",
  "Ethereum self reports (v0)": "Whose validators are whose, told by whoever runs them",
  "Ethereum consolidations": "Consolidations, and how much the network has room for",
  "Ethereum performance (v1)": "A validator's attestations, proposals, rewards and penalties by period",
  "Ethereum validators (v1)": "Who validators are, and where they are in their lives",
  "Ethereum private sets": "Sets of validators that only their organization sees, and how they do",
  "Ethereum entities (v1)": "Pools and operators by period",
  "Babylon rewards (v1)": "What validators and the network earned by day",
  "Babylon state (v1)": "What validators and delegators held at the end of days",
  "Celestia rewards (v1)": "What validators and the network earned by day",
  "Solana network (v0)": "The whole network, by epoch and by window",
  "Solana validators (v0)": "Who validators are, how they vote and lead, and what that brings them",
  "Solana delegators (v0)": "Stake accounts and stake authorities: what they earn, and with whom",
  "Solana validators (v1)": "The same in the lists of v1",
  "Solana network (v1)": "The same in the lists of v1",
  "Solana delegators (v1)": "The same in the lists of v1",
  "Polkadot rewards (v1)": "What validators and their nominators earned by day",
  "Cardano rewards (v1)": "What pools and their delegators earned by day",
  "Avalanche rewards (v1)": "What validators and their delegators earned by day",
  "EigenLayer rewards (v1)": "What operators, delegators and pods earned by day or week",
  "EigenLayer states (v1)": "What operators, delegators and pods had restaked at the end of days",
  "EigenLayer delegations (v1)": "Who delegates to which operator",
  "Polygon network (v0)": "The whole network, by window",
  "Polygon validators (v0)": "Who validators are, how they sign checkpoints, and what that brings them",
  "Polygon delegators (v0)": "What delegators earn, and with whom",
  "Ethereum subjects (v1)":
    "Who there is, searched and sorted, with what each did in a window of days, and what all come to",
  "Solana subjects (v1)":
    "Who there is, searched and sorted, with what each did in a window of days, and what all come to",
  "Polygon subjects (v1)":
    "Who there is, searched and sorted, with what each did in a window of days, and what all come to",
  "Babylon subjects (v1)":
    "Who there is, searched and sorted, with what each did in a window of days, and what all come to",
  "Celestia subjects (v1)":
    "Who there is, searched and sorted, with what each did in a window of days, and what all come to",
  "Polkadot subjects (v1)":
    "Who there is, searched and sorted, with what each did in a window of days, and what all come to",
  "Cardano subjects (v1)":
    "Who there is, searched and sorted, with what each did in a window of days, and what all come to",
  "Avalanche subjects (v1)":
    "Who there is, searched and sorted, with what each did in a window of days, and what all come to",
  "EigenLayer subjects (v1)":
    "Who there is, searched and sorted, with what each did in a window of days, and what all come to",
  "Ethereum explanations (v1)":
    "What the numbers of a day are made of, down to blocks; and what is left between two ways to them",
  "Babylon explanations (v1)":
    "What the numbers of a day are made of, down to blocks; and what is left between two ways to them",
  "Celestia explanations (v1)":
    "What the numbers of a day are made of, down to blocks; and what is left between two ways to them",
  "Solana explanations (v1)":
    "What the numbers of a day are made of, down to blocks; and what is left between two ways to them",
  "Polkadot explanations (v1)":
    "What the numbers of a day are made of, down to blocks; and what is left between two ways to them",
  "Cardano explanations (v1)":
    "What the numbers of a day are made of, down to blocks; and what is left between two ways to them",
  "Avalanche explanations (v1)":
    "What the numbers of a day are made of, down to blocks; and what is left between two ways to them",
  Networks: "What is served, and how far it goes",
  Account: "What a key may use, and what has been used",
};
