/**
 * The results of sql/ functions for the largest arguments that callers can pass: windows of 4,000 days, and
 * whole supplies in the smallest unit, with a last digit. Computed by hand.
 */
export const largestArguments: Readonly<Record<string, string>> = {
  vaAda: "vaAda(toUInt64(44999999999999999)) = toDecimal256('44999999999.999999', 6)",
  vaAvax: "vaAvax(toUInt64(719999999999999999)) = toDecimal256('719999999.999999999', 9)",
  vaCardanoBlockPart: `vaCardanoBlockPart(
    toUInt64(44999999999999999), toUInt256(21599), toUInt256(21600), toUInt256(21600)
  ) = toInt64(2083333333334)`,
  vaDot: "vaDot(toUInt64(15999999999999999999)) = toDecimal256('1599999999.9999999999', 10)",
  vaEigenlayerShareChange: `vaEigenlayerShareChange(
    'withdrawal_scaled', toUInt256('130000000000000000000000001'), 0, toInt256('2000000000000000000')
  ) = toInt256('-65000000000000000000000001')`,
  vaEigenlayerStake: `vaEigenlayerStake(
    toFixedString('', 20), toInt256('130000000000000000000000000'), 1, toInt256('130000000000000000000000000'),
    toInt256('129999999999999999999999999'), toInt256('1000000000000000000'), toInt256('2000000000000000000')
  ) = toInt256('260000000000000000000000000')`,
  vaEigenlayerWad: `vaEigenlayerWad(toInt256('130000000000000000000000001'), toUInt64(1000000000000000000))
    = toInt256('130000000000000000000000001')`,
  vaEigenlayerWithdrawable: `vaEigenlayerWithdrawable(
    toInt256('130000000000000000000000001'), toInt256('2000000000000000000'), toUInt64(1000000000000000000)
  ) = toInt256('260000000000000000000000002')`,
  vaEigenlayerWorth: `vaEigenlayerWorth(toInt256('130000000000000000000000001'), 18, toDecimal128('2', 18))
    = toDecimal256('260000000.000000000000000002', 18)`,
  vaEthChainDayDate:
    "vaEthChainDayDate(toUInt64(1606824023), toUInt16(12), toUInt32(7200), toUInt32(4000)) = toDate('2031-11-15')",
  vaEthFirstSlotSign: "vaEthFirstSlotSign(toUInt32(4294967295), toUInt32(0), toUInt32(4294967295)) = 1",
  vaEthIsPaidBetween:
    "vaEthIsPaidBetween(toUInt32(4294967293), toUInt32(4294967294), toUInt32(4294967295)) = 1",
  vaEthMayHaveCreated: `vaEthMayHaveCreated(
    toFixedString(unhex(repeat('ff', 32)), 32), toFixedString(unhex(repeat('ff', 32)), 32)
  ) = 1`,
  vaEthOfGwei: "vaEthOfGwei(toInt64(129999999999999999)) = toDecimal64('129999999.999999999', 9)",
  vaEthOfWei:
    "vaEthOfWei(toUInt256('129999999999999999999999999')) = toDecimal256('129999999.999999999999999999', 18)",
  vaEthQueuedSign: "vaEthQueuedSign(toUInt32(4294967295), toUInt32(0), toUInt32(4294967295)) = -1",
  vaIsInWindow: "vaIsInWindow(toDate('2020-12-02'), toDate('2031-11-14'), toUInt16(4000)) = 1",
  vaIsPeriodOver:
    "vaIsPeriodOver(toUInt32(4000), toDate('2031-11-15'), toDate('2149-06-06'), null, null, toUInt32(4000)) = 0",
  vaKnownGwei: "vaKnownGwei(1, toUInt256('129999999999999999999999999')) = 129999999999999999",
  vaMeanOfMany: "vaMeanOfMany(toFloat64(1000000)) = 1000000 from numbers(4000000)",
  vaMeanOfSums:
    "vaMeanOfSums(1, toDecimal128('99999999.5', 15), toUInt64(1000000)) = 99.9999995 from numbers(4000)",
  vaPercent: "vaPercent(toUInt8(100)) = 1",
  vaPeriodEnd: "vaPeriodEnd('year', toDate('2031-11-15')) = toDate('2031-12-31')",
  vaPol: `vaPol(toUInt128('10399999999999999999999999999'))
    = toDecimal256('10399999999.999999999999999999', 18)`,
  vaPolkadotPart:
    "vaPolkadotPart(999999999, toUInt64(15999999999999999999)) = toUInt64(15999999983999999999)",
  vaPolkadotShare:
    "vaPolkadotShare(toUInt64(15999999999999999998), toUInt64(15999999999999999999)) = 999999999",
  vaPolkadotPartOf:
    "vaPolkadotPartOf(999999999, toUInt64(15999999999999999999), 0) = toUInt64(15999999983999999999)",
  vaPolkadotShareOf:
    "vaPolkadotShareOf(toUInt64(15999999999999999998), toUInt64(15999999999999999999), 0) = 999999999",
  vaPolygonRating:
    "vaPolygonRating(toUInt64(100000), toUInt64(200000), toUInt64(1), toUInt64(2), 0.9, 0.1) = 0.5",
  vaRatio: "vaRatio(toUInt64(65000000000000000), toUInt64(130000000000000000)) = 0.5",
  vaShare: "vaShare(toUInt64(18446744073709551615), toUInt64(18446744073709551615)) = 1",
  vaSlotTime: "vaSlotTime(toUInt64(1606824023), toUInt16(12), toUInt32(28800000)) = '2031-11-14T12:00:23Z'",
  vaSol: "vaSol(toUInt64(599999999999999999)) = toDecimal256('599999999.999999999', 9)",
  vaSolanaMissed: `vaSolanaMissed(
    toInt64(599999999999999999), toUInt64(9223372036854775807), toUInt64(1)
  ) = toInt256('5534023222112865474376627963145224194')`,
  vaSolanaNearness: "vaSolanaNearness(toUInt32(0), toUInt32(4294967295)) = (4294967295, 0)",
  vaSolanaVoteCredits: "vaSolanaVoteCredits(toUInt32(4294967295), true) = 0",
  vaWhole: `vaWhole(toUInt128('10399999999999999999999999999')) + toDecimal256('0.5', 1)
    = toDecimal256('10399999999999999999999999999.5', 1)`,
  vaYearly: "vaYearly(toUInt128('4000000000000000000'), toUInt32(4000)) = 0.365",
};
