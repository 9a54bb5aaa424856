import type { LineScan } from '@vigilux/contract/features/central-units/bus-line.ts'
import { addrOfGear, gearLabel } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../shared/format/format.ts'
import { useAllLamps } from '../../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../../shared/plant/plant.ts'
import { StatusInline } from '../../../shared/status/StatusTag.tsx'
import * as styles from './lines.module.css'

/** Result of a scan: answering gears, new and missing ones, shared addresses, and gears without an address. */
export function ScannedGears({ scan, topic }: { scan: LineScan; topic: string }) {
  const { t } = useTranslation('bus-lines')
  const { number } = useFormats()
  const { line, gears, unaddressed } = scan
  const gearsThat = (state: LineScan['gears'][number]['state']) => gears.filter((gear) => gear.state === state)
  const fresh = gearsThat('new')
  const found = gearsThat('known').length + fresh.length
  const addresses = fresh.map(({ address }) => address).join(', ')
  return (
    <ul className={styles.lineGears}>
      <li>
        <StatusInline
          state="ok"
          cause={[t('scan.found', { number: number(found) }), fresh.length > 0 ? t('scan.fresh', { addresses }) : null]
            .filter(Boolean)
            .join(', ')}
        />
      </li>
      {gearsThat('missing').map(({ address }) => (
        <li key={`missing ${address}`}>
          <MissingGear line={line} address={address} topic={topic} />
        </li>
      ))}
      {gearsThat('duplicate').map(({ address }) => (
        <li key={`duplicate ${address}`}>
          <StatusInline state="warning" cause={t('scan.duplicate', { address })} />
          <small>{t('scan.needed')}</small>
        </li>
      ))}
      {unaddressed ? (
        <li>
          <StatusInline state="warning" cause={t('scan.unaddressed', { number: number(unaddressed) })} />
          <small>{t('scan.needed')}</small>
        </li>
      ) : null}
    </ul>
  )
}

function MissingGear({ line, address, topic }: { line: number; address: number; topic: string }) {
  const { t } = useTranslation('bus-lines')
  const { plantId } = useCurrentPlant()
  const addr = addrOfGear(line, address)
  const lamp = useAllLamps(plantId).find(({ cu, id }) => cu === topic && id === addr)
  const gear = [gearLabel(line, address), lamp?.description, lamp?.location].filter(Boolean).join(' ')
  return <StatusInline state="offline" cause={t('scan.missing', { gear })} />
}
