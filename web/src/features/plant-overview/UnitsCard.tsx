import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useTranslation } from 'react-i18next'
import { CommandProgress } from '../../shared/feedback/CommandProgress.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { bySeverity } from '../../shared/status/states.ts'
import * as plainTableStyles from '../../shared/table/plain-table.module.css'
import { pathTo } from '../../site-map.ts'
import { stateOfUnit, topicOf, UnitState } from '../central-units/index.ts'
import { countAnswered, isInProgress } from '../emergency-tests/index.ts'
import * as styles from './plant-overview.module.css'

/** Maximum units on the card; the list has all. */
const maxShown = 4

function placeOf(unit: CentralUnit): string {
  return unit.cu_location || unit.description
}

/** The plant's worst units, with their connection and current activity. */
export function UnitsCard() {
  const { t } = useTranslation('plant-overview')
  const { plantId, units } = useCurrentPlant()
  const shown = units.toSorted((a, b) => bySeverity(stateOfUnit(a), stateOfUnit(b))).slice(0, maxShown)
  const hasPlaces = shown.some((unit) => placeOf(unit) !== '')
  const unitsPath = pathTo('devices', { plantId, devicesType: 'centralunits' })
  return (
    <Card title={t('units.title')} aside={<AppLink to={unitsPath}>{t('units.all', { count: units.length })}</AppLink>}>
      <div className={styles.scrollX}>
        <table className={`${plainTableStyles.plainTable} ${styles.overviewUnits}`}>
          <thead>
            <tr>
              <th>{t('units.unit')}</th>
              <th className={plainTableStyles.wideOnly}>{t('units.type')}</th>
              {hasPlaces ? <th className={plainTableStyles.wideOnly}>{t('units.place')}</th> : null}
              <th>{t('units.connection')}</th>
              <th className={plainTableStyles.rightCell}>{t('units.lamps')}</th>
              <th className={plainTableStyles.wideOnly}>{t('units.now')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((unit) => (
              <UnitRow key={topicOf(unit)} unit={unit} hasPlace={hasPlaces} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function UnitRow({ unit, hasPlace }: { unit: CentralUnit; hasPlace: boolean }) {
  const { plantId } = useCurrentPlant()
  const { number } = useFormats()
  const at = { plantId, devicesType: 'centralunits' }
  return (
    <tr>
      <td>
        <AppLink className={styles.unitLink} to={pathTo('devices', at, { unit: topicOf(unit) })}>
          {unit.cu_id}
        </AppLink>
      </td>
      <td className={plainTableStyles.wideOnly}>{unit.type_name}</td>
      {hasPlace ? (
        <td className={`${plainTableStyles.wideOnly} ${styles.unitPlace}`} title={placeOf(unit)}>
          {placeOf(unit)}
        </td>
      ) : null}
      <td>
        <UnitConnection unit={unit} />
      </td>
      <td className={plainTableStyles.rightCell}>
        {unit.connection === 'notAcquired' ? '–' : number(unit.lamps.found)}
      </td>
      <td className={plainTableStyles.wideOnly}>
        <UnitActivity unit={unit} />
      </td>
    </tr>
  )
}

/** Whether the unit answers, and the duration of its silence; a unit never seen has no such time. */
function UnitConnection({ unit }: { unit: CentralUnit }) {
  const { t } = useTranslation('plant-overview')
  const { duration } = useFormats()
  const now = serverNow(useNow(60_000))
  const { connection, connection_since: since, unknown_life_since: unknownLifeSince } = unit
  if (connection === 'notAcquired') return <StatusInline state="notAcquired" />
  if (unknownLifeSince) return <UnitState unit={unit} />
  if (connection === 'disconnected' && unit.last_seen === null) return <StatusInline state="offline" />
  if (connection === 'connected') return <StatusInline state="ok" cause={t('units.connected')} />
  return <StatusInline state="offline" cause={t('units.offlineFor', { time: duration(now - Date.parse(since)) })} />
}

/** A running test with its progress, otherwise the pending command, otherwise the worst state, otherwise idle. */
function UnitActivity({ unit }: { unit: CentralUnit }) {
  const { t } = useTranslation('plant-overview')
  const { tests, commands } = useCurrentPlant()
  const { percent } = useFormats()
  const topic = topicOf(unit)
  const test = tests.find((one) => one.cu === topic && isInProgress(one))
  if (test) {
    const share = test.total === 0 ? 0 : Math.floor((100 * countAnswered(test)) / test.total)
    return <StatusInline state="testRunning" cause={`${t(`units.${test.kind}`)}, ${percent(share)}`} />
  }
  const command = commands.find((one) => one.cu === topic && one.pending)
  if (command) return <CommandProgress command={command} />
  if (unit.connection !== 'connected' || unit.unknown_life_since) return null
  if (stateOfUnit(unit) !== 'ok') return <UnitState unit={unit} />
  return <span className={styles.idle}>{unit.working ? t('units.working') : t('units.idle')}</span>
}
