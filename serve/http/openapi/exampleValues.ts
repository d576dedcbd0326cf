/**
 * Example values of fields, by their names: of parameters, and of records. A field whose declaration has an example of its
 * own (`.meta({ example })`) needs none here. All of Ethereum's are of one day, so that they match: chain day 1884.
 */

type Named = readonly (readonly [name: RegExp, value: unknown])[];

/** Query fields without a default. Ids in paths have their examples where they are declared. */
export const parameterValues: Named = [
  [/^fromDate$/, "2026-01-01"],
  [/^(toDate|from|to)$/, "2026-01-31"],
  [/^fromDay$/, 1857],
  [/^toDay$/, 1887],
  [/^fromSlot$/, 396_000_000],
  [/^toSlot$/, 396_300_000],
  [/^month$/, "2026-01"],
  [/^pubkeys?$/, [`0x${"00000001".repeat(12)}`]],
  [/^(entity|parentId|parentEntity|operatorsIds)$/, "Example Pool"],
  [/^withdrawalAddress$/, `0x${"ab".repeat(20)}`],
  [/^delegatorAddress$/, `0x${"03".repeat(20)}`],
  [/^stakeAuthority$/, "CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8"],
  [/^search$/, "example"],
  [/^status$/, "active"],
  [/^sortOrder$/, "desc"],
];

const address = `0x${"0f".repeat(20)}`;
const solanaAccount = "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR";

/** Texts of records. What has no line here, no format and no closed set of values needs an example where it is declared. */
export const textValues: Named = [
  // Links, which are put in place when the address is known.
  [/^(next|previous)$/, "/"],
  [
    /^(earner|delegator|operator|strategy|token|contract|owner|signer|withdrawal|deposit)Address(es)?$/,
    address,
  ],
  [/^(earner|delegator|eigenpod|strategy|feeRecipient|address)$/, address],
  [/^waitsFor$/, "executionBlocks"],
  [/[pP]ubkeys?$|^validators$/, `0x${"00000001".repeat(12)}`],
  [/^(executionBlockHash|consensusBlockRoot|.*[hH]ash)$/, `0x${"5e".repeat(32)}`],
  [/^(id|entity|sourceEntity|targetEntity|displayName|pool|poolName|poolTag)$/, "Example Pool"],
  [/^(name|validatorName|validatorMoniker|operatorName|operatorTags)$/, "Example Validator"],
  [/^(nodeOperators|dvtOperators|organizationId)$/, "Example Operator"],
  [/^(sourceEntityType|targetEntityType)$/, "pool"],
  [/^dvtNetwork$/, "Example Network"],
  [/^(timeWindow|window)$/, "7d"],
  [/^kind$/, "validator"],
  [/^status$/, "active"],
  [/^token$/, "ETH"],
  [/^idType$/, "pool"],
  [/^path$/, "/v0/eth/operators/Example%20Pool"],
  [/^aprType$/, "backward"],
  [/^(distType|distributionType)$/, "pros"],
  [/^country$/, "Finland"],
  [/^countryCode$/, "FI"],
  [/^hostingProvider$/, "Example Hosting"],
  [/^(client)$/, "Lighthouse"],
  [/^(relayer|relays)$/, "flashbots"],
  [/ProposerDuty$/, "proposed"],
  [/^stakeAction$/, "activation"],
  [/^cohort$/, "solos"],
  [/^(month|medianSlashedMonth)$/, "Nov 2023"],
  [/^slasherPedigree$/, "NA"],
  [/^slashingRole$/, "slashed"],
  [/^blockTimestamp$/, "2026-01-29T11:59:59"],
  [/^(status|validationStatus)$/, "active"],
  [/^healthStatus$/, "green"],
  [/^effectivenessVersion$/, "1.0"],
  [/^depth$/, "blocks"],
  [/^(voteAccount|validatorVoteAccount)$/, "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi"],
  [
    /^(validatorIdentity|poolMint|manager|staker|validatorList|withdrawAuthority|stakeAccount)$/,
    solanaAccount,
  ],
  [/^stakeAuthority$/, "CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8"],
  [/^symbol$/, "exSOL"],
  [/^softwareVersion$/, "3.0.11"],
  [/^website$/, "https://validator.example.com"],
  [/^iconUrl$/, "https://validator.example.com/icon.png"],
  [/^details$/, "A validator for examples"],
  [/^validator$/, "celestiavaloper1qyqszqgpqyqszqgpqyqszqgpqyqszqgpxxjhph"],
  [/^accountAddress$/, "celestia1qyqszqgpqyqszqgpqyqszqgpqyqszqgp9ds0j9"],
  [/^consensusAddress$/, "celestiavalcons1qyqszqgpqyqszqgpqyqszqgpqyqszqgpxxjhph"],
  [/^consensusPubkey$/, "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="],
  [/^poolId$/, "pool1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszp9s8mq"],
  [/^poolHashId$/, "01".repeat(28)],
  [/^poolTicker$/, "EXMPL"],
  [/^poolOwnerStakeAddresses$/, "stake1u9ylzsgxaa6xctf4juup682ar3juj85n8tx3hthnljg47zctvm3rc"],
  [/^nodeId$/, "NodeID-6Jswqk47s9PUcyCc88MMVwzgvHQxfLnA"],
  [/^stashAccountAddress$/, "12KM5KYi2fBdRoijHVrpPx71buoU5bG8Yq7rVpEG7nrUG6f"],
  [/^chain$/, "eth"],
  [/^network$/, "mainnet"],
  [/^record$/, "validators"],
  [/^(until|completeUntil)$/, "2026-01-29"],
  [/^keyId$/, "ceeba139c3f5"],
  [/^tier$/, "growth"],
  [/^type$/, "value_error.not_le"],
  [/^msg$/, "Input should be less than or equal to 200"],
];

/** Points in time and days of records, by name where the end of a period differs from its beginning. */
export const dateValues: Named = [
  [/^(startDate|endDate)$/, null],
  [/^(toDay|toDate|date)$/, "2026-01-29"],
  [/./, "2026-01-28"],
];
export const timestampValues: Named = [
  [/^(end|to)/, "2026-01-29T12:00:22Z"],
  [/./, "2026-01-28T12:00:23Z"],
];

/** Whole numbers: the last line is for all others. */
export const integerValues: Named = [
  [/^(hour|startDay|endDay)$/, null],
  [/^day$/, 1884],
  [/^fromDay$/, 1878],
  [/^toDay$/, 1884],
  [/^(endEpoch|fromEpoch)$/, 423_900],
  [/[eE]poch$/, 424_124],
  [/^(endSlot|fromSlot)/, 13_564_800],
  // For Solana: the first slot of an interval.
  [/^from$/, 13_572_000],
  [/[sS]lot(Number)?$/, 13_571_999],
  [/^fromBlockNumber$/, 24_326_400],
  [/BlockNumber$/, 24_333_599],
  [/[cC]heckpoint$/, 71_204],
  [/^(validatorIndex|sourceValidatorIndex|rank|validatorId|id)$/, 1],
  [/^targetValidatorIndex$/, 2],
  [/Timestamp$/, 1_769_601_623],
  [/Wei$|^totalShares$|^totalBalance$/, 41_250_000_000_000_000],
  [/^baseFeePerGas$/, 1_250_000_000],
  [/[pP]enalt/, -1_268],
  [/([bB]alance|[sS]take|amount|Amount)/, 32_000_000_000],
  [/([rR]ewards?|[eE]arnings|[fF]ees|Mev|AprGwei)/, 2_317_440],
  [/^(pages|nakamotoCoefficient)$/, 12],
  [/(Validators|[cC]ount|Delegators|Nominators|Pools|churnLimit|ChurnLimit)$/, 120],
  [/^(sum(Late|Wrong|Missed)|slashes|skipped|missed|empty)/, 0],
  [/^(totalAttestation|totalUniqueAttestations|sumCorrect|sumInclusionDelay)/, 225],
  [/[uU]nits$/, 61],
  [/./, 1],
];

/** Other numbers: the last line is for all others. */
export const numberValues: Named = [
  [/([eE]ffectiveness)$/, 98.74],
  [/(Delay|[lL]atency)$/, 1.02],
  [/(Apr|Apy|AprPercentage|aprGross|aprNet)$/, 0.0312],
  [/(Ratio|Rate|Share|Penetration|[pP]ercentage|Filled|[uU]ptime|Correctness|Accuracy|Coefficient)$/, 0.9871],
  [/Minutes/, 42.5],
  [/Price$/, 3_012.45],
  [/[rR]esidual$/, 0],
  [/[sS]take$/, 250_000.5],
  [/./, 12.345],
];

/** The value of the first line that names a field; undefined without one. */
export function valueNamed(values: Named, name: string): unknown {
  return values.find(([pattern]) => pattern.test(name))?.[1];
}
