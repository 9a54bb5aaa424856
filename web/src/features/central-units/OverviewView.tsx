import { useTranslation } from 'react-i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { ClockCard } from './ClockCard.tsx'
import { OrphanNodes } from './OrphanNodes.tsx'
import { RemoveUnit } from './RemoveUnit.tsx'
import { StoredNameForm } from './StoredNameForm.tsx'
import { SubstituteUnit } from './SubstituteUnit.tsx'
import { UnitCauses } from './UnitCauses.tsx'
import { UnitFacts } from './UnitFacts.tsx'
import { UnitNameForm } from './UnitNameForm.tsx'
import { UnitSection } from './UnitSection.tsx'
import * as styles from './unit-page.module.css'
import type { CurrentUnit } from './use-unit.ts'
import { useWhyNotAllowed } from './why-not.ts'

/** The unit's problem, facts, names, clock, and removal. */
export function OverviewView({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const { unit, detail, topic, facts } = open
  const isReader = useWhyNotAllowed() !== undefined
  return (
    <>
      <UnitCauses unit={unit} detail={detail} />
      <div className={styles.unitColumns}>
        <div className={styles.unitColumn}>
          <section className={`vx-card ${styles.unitCard}`} data-part="unit-card">
            <UnitFacts unit={unit} detail={detail} withoutClock={facts.commands.includes('setClock')} />
            {unit.lamps.found > 0 ? (
              <AppLink className="vx-finger" to={pathTo('devices', { plantId }, { unit: topic })}>
                {t('itsLamps', { count: unit.lamps.found })}
              </AppLink>
            ) : null}
          </section>
        </div>
        <div className={styles.unitColumn}>
          {isReader && !unit.description && !unit.cu_location ? null : (
            <UnitSection title={t('page.names')}>
              <UnitNameForm unit={unit} />
              <StoredNameForm unit={unit} name={detail?.name ?? null} help={(values) => t('ownName.help', values)} />
            </UnitSection>
          )}
          {facts.commands.includes('setClock') ? <ClockCard open={open} /> : null}
          {facts.commands.includes('createNetwork') ? <OrphanNodes open={open} /> : null}
          <UnitSection title={t('page.wayOut')}>
            <SubstituteUnit open={open} />
            <RemoveUnit unit={unit} />
          </UnitSection>
        </div>
      </div>
    </>
  )
}
