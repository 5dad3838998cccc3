import { policy } from '../policy.ts';
import { isThrottled, type ContainerUsage, type UsageFigures } from './usage-figures.ts';
import { count, percent } from './words.ts';

export type RiskLevel = 'low' | 'medium' | 'high';

export interface Risk {
  level: RiskLevel;
  /** Why it is not low, in words. */
  reasons: string[];
}

/**
 * What a change risks, by points: usage that varies (1) or varies much (2), memory kills (2),
 * throttled (1) or heavily throttled (2), a horizontal autoscaler (1). From 1 it is medium, from 3
 * high.
 */
export function assessRisk(
  usages: readonly ContainerUsage[],
  { oomKills, hasHpa }: { oomKills: number; hasHpa: boolean },
): Risk {
  const known = usages.flatMap(({ cpu, memory }) => [cpu, memory]).filter((each) => each !== null);
  const found: Reason[] = [...variationRisk(known), ...throttlingRisk(known)];
  if (oomKills > 0) {
    found.push({ points: 2, reason: `${count(oomKills, 'kill')} for want of memory` });
  }
  if (hasHpa) {
    found.push({ points: 1, reason: 'a horizontal autoscaler that goes by the requests' });
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

function variationRisk(usages: readonly UsageFigures[]): Reason[] {
  const variation = Math.max(0, ...usages.map((usage) => usage.variation));
  if (variation < policy.variation) return [];
  const isHigh = variation >= policy.highVariation;
  return [{ points: isHigh ? 2 : 1, reason: `usage that varies${isHigh ? ' much' : ''}` }];
}

function throttlingRisk(usages: readonly UsageFigures[]): Reason[] {
  const [worst] = usages
    .filter(isThrottled)
    .map(({ throttledShare }) => throttledShare)
    .sort((a, b) => b - a);
  if (worst === undefined) return [];
  const points = worst >= policy.heavilyThrottledShare ? 2 : 1;
  return [{ points, reason: `CPU at its limit for ${percent(worst)} of the samples` }];
}
