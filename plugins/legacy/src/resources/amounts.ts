import { Type } from 'typebox';
import { amount } from './money.ts';

export const hourlyCost = amount(
  "Compute cost per hour in the organization's currency; null without a known price.",
);
export const monthlyCost = amount('730 times the unrounded hourly cost.');

export const nullableNumber = (description: string) =>
  Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description });
export const nullableCount = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description });
export const nullableText = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });

const bytesPerGb = 2 ** 30;

/** `_gb` in the legacy routes means 2^30 bytes. Dividing by a power of two is exact. */
export const toGb = (bytes: number): number => bytes / bytesPerGb;

export const memoryGb = (description: string) =>
  Type.Number({ minimum: 0, description: `${description} 1 gb is 2^30 bytes.` });

export const coreCount = (description: string) => Type.Number({ minimum: 0, description });
