// One file, so that one process ingests the fleet for all of them.
import './export-matrix.ts';
import './export-refusals.ts';
import './schema-endpoint.ts';
