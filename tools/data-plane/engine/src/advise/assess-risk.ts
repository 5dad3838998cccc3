import { policy } from '../policy.ts';
import { type BelowPeak } from './below-peak.ts';
import { isThrottled, type ContainerUsage, type UsageFigures } from './usage-figures.ts';
import { listed, percent, sizeName } from './words.ts';

export type RiskLevel = 'low' | 'medium' | 'high';

export interface Risk {
  level: RiskLevel;
  /** Human-readable reasons why it is not low. */
  reasons: string[];
}

export interface RiskFacts {
  oomKills: number;
  hasHpa: boolean;
  belowPeak: readonly BelowPeak[];
}

/**
 * The risk of a change, by points: a value below an observed peak (1), usage that varies (1) or
 * varies a lot (2), out-of-memory kills (2), throttled (1) or heavily throttled (2), a horizontal
 * pod autoscaler (1). Medium from 1 point, high from 3.
 */
export function assessRisk(
  usages: readonly ContainerUsage[],
  { oomKills, hasHpa, belowPeak }: RiskFacts,
): Risk {
  const known = usages.flatMap(({ cpu, memory }) => [cpu, memory]).filter((each) => each !== null);
  const found: Reason[] = [
    ...belowPeakRisk(belowPeak),
    ...variationRisk(known),
    ...throttlingRisk(known),
  ];
  if (oomKills > 0) {
    found.push({ points: 2, reason: `out-of-memory kills: ${oomKills.toLocaleString('en-US')}` });
  }
  if (hasHpa) {
    found.push({ points: 1, reason: 'a horizontal pod autoscaler depends on the requests' });
  }
  const points = found.reduce((sum, each) => sum + each.points, 0);
  return {
    level: points === 0 ? 'low' : points < 3 ? 'medium' : 'high',
    reasons: found.map(({ reason }) => reason),
  };
}

interface Reason {
  points: number;
  reason: string;
}

function belowPeakRisk(belowPeak: readonly BelowPeak[]): Reason[] {
  const names = [...new Set(belowPeak.map(({ resource, block }) => sizeName(resource, block)))];
  if (names.length === 0) return [];
  const isOrAre = names.length === 1 ? 'is' : 'are';
  return [{ points: 1, reason: `the ${listed(names)} ${isOrAre} lowered below an observed peak` }];
}

function variationRisk(usages: readonly UsageFigures[]): Reason[] {
  const variation = Math.max(0, ...usages.map((usage) => usage.variation));
  if (variation < policy.variation) return [];
  const isHigh = variation >= policy.highVariation;
  return [{ points: isHigh ? 2 : 1, reason: `usage varies${isHigh ? ' a lot' : ''}` }];
}

function throttlingRisk(usages: readonly UsageFigures[]): Reason[] {
  const [worst] = usages
    .filter(isThrottled)
    .map(({ throttledShare }) => throttledShare)
    .sort((a, b) => b - a);
  if (worst === undefined) return [];
  const points = worst >= policy.heavilyThrottledShare ? 2 : 1;
  return [{ points, reason: `CPU is at its limit in ${percent(worst)} of the samples` }];
}
