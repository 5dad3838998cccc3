import module from 'node:module';
import { useBundles } from './bundles.js';

module.enableCompileCache?.();
useBundles();
