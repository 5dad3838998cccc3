// Loaded before a program, with node --import.
import { stopWhenOrphaned } from './stop-when-orphaned.mjs';

stopWhenOrphaned();
