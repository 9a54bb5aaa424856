import { readFileSync } from 'node:fs'
import { type LedgerUnitOptions, openLedgerUnit } from './ledger-unit.ts'

/** Some units in their own process, for killing them. Takes a file with their configuration. */
const { units, isTalking } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  units: LedgerUnitOptions[]
  isTalking: boolean
}
const open = units.map(openLedgerUnit)
const setTalking = (talks: boolean): void => {
  for (const unit of open) unit.setTalking(talks)
}
setTalking(isTalking)
process.on('message', (message: { isTalking: boolean }) => setTalking(message.isTalking))
process.once('disconnect', () => process.exit(1))
process.send?.('ready')
