import { readFileSync } from 'node:fs'
import { type LedgerUnitOptions, openLedgerUnit } from './ledger-unit.ts'

/** Some units in a process of their own, so that they can be killed outright. Takes a file with what they are. */
const { units, isTalking } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  units: LedgerUnitOptions[]
  isTalking: boolean
}
const open = units.map(openLedgerUnit)
const talk = (talks: boolean): void => {
  for (const unit of open) unit.talk(talks)
}
talk(isTalking)
process.on('message', (message: { isTalking: boolean }) => talk(message.isTalking))
process.once('disconnect', () => process.exit(1))
process.send?.('ready')
