import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useTranslation } from 'react-i18next'
import { CommandProgress } from '../../shared/feedback/CommandProgress.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { bySeverity } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import { stateOfUnit, topicOf, UnitState } from '../central-units/index.ts'
import { countAnswered, isInProgress } from '../emergency-tests/index.ts'

function placeOf(unit: CentralUnit): string {
  return unit.cu_location || unit.description
}

/** The plant's units, worst first, with their current activity. */
export function UnitsCard() {
  const { t } = useTranslation('plant-overview')
  const { plantId, units } = useCurrentPlant()
  const { number } = useFormats()
  const worstFirst = units.toSorted((a, b) => bySeverity(stateOfUnit(a), stateOfUnit(b)))
  const hasPlaces = units.some((unit) => placeOf(unit) !== '')
  const unitsPath = pathTo('devices', { plantId, devicesType: 'centralunits' })
  return (
    <Card title={t('units.title')} aside={<AppLink to={unitsPath}>{t('units.all', { count: units.length })}</AppLink>}>
      <div className="vx-scroll-x">
        <table className="vx-plain-table">
          <thead>
            <tr>
              <th>{t('units.unit')}</th>
              <th className="vx-wide-only">{t('units.type')}</th>
              {hasPlaces ? <th className="vx-wide-only">{t('units.place')}</th> : null}
              <th>{t('units.connection')}</th>
              <th className="vx-right">{t('units.lamps')}</th>
              <th className="vx-wide-only">{t('units.now')}</th>
            </tr>
          </thead>
          <tbody>
            {worstFirst.map((unit) => (
              <tr key={topicOf(unit)}>
                <td>
                  <AppLink
                    className="vx-unit-link"
                    to={pathTo('devices', { plantId, devicesType: 'centralunits' }, { unit: topicOf(unit) })}
                  >
                    {unit.cu_id}
                  </AppLink>
                </td>
                <td className="vx-wide-only">{unit.cu_type}</td>
                {hasPlaces ? <td className="vx-wide-only">{placeOf(unit)}</td> : null}
                <td>
                  <UnitState unit={unit} />
                </td>
                <td className="vx-right">{unit.connection === 'notAcquired' ? '–' : number(unit.lamps.found)}</td>
                <td className="vx-wide-only">
                  <UnitActivity unit={unit} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** A running test with its progress, otherwise the pending command, otherwise idle. */
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
  if (unit.connection !== 'connected') return null
  return <span className="vx-idle">{unit.working ? t('units.working') : t('units.idle')}</span>
}
