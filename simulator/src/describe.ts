import { readFileSync } from 'node:fs'
import { describeEstate } from './describe-estate.ts'
import { estate } from './estate.ts'

/** `node simulator/src/describe.ts FILE.json`: prints the enrolled units of an estate, a line for each. */
const [, , path = ''] = process.argv
for (const unit of describeEstate(estate.parse(JSON.parse(readFileSync(path, 'utf8'))), Date.now()))
  process.stdout.write(`${JSON.stringify(unit)}\n`)
