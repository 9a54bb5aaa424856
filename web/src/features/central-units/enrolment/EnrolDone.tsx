import { Button } from '@mantine/core'
import {
  IconCalendarEvent,
  IconCircleCheck,
  IconFileCheck,
  IconListDetails,
  IconPlayerPlay,
  IconQrcode,
  IconUserPlus,
  IconWalk,
} from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../../shared/form/ReasonButton.tsx'
import * as wizardStyles from '../../../shared/layout/wizard.module.css'
import { AppLink } from '../../../shared/navigation.tsx'
import { useCurrentPlant } from '../../../shared/plant/plant.ts'
import { useStartWalk } from '../../../shared/plant/use-start-walk.ts'
import { pathTo } from '../../../site-map.ts'
import { topicOf } from '../unit.ts'
import { useWhyNotAllowed } from '../why-not.ts'
import * as styles from './enrol.module.css'

type DoneProps = { unit: CentralUnit; canTest: boolean }
type StepName = 'names' | 'labels' | 'firstTest' | 'schedule' | 'owner' | 'handover'
type NextStep = { name: StepName; title: string; Mark: typeof IconWalk; to: string }

/** End of the wizard: the lamps get their places first, by a walk or another way; the plant's other steps follow. */
export function EnrolDone({ unit, canTest }: DoneProps) {
  const { t } = useTranslation('enrolment')
  const { t: tShell } = useTranslation('shell')
  const { plantId } = useCurrentPlant()
  const { along, isStarting } = useStartWalk()
  const blockedReason = useWhyNotAllowed()
  const topic = topicOf(unit)
  const at = { plantId, unit: topic }
  const hasLamps = unit.lamps.found > 0
  const step = (name: Exclude<StepName, 'handover'>, Mark: typeof IconWalk, to: string): NextStep => ({
    name,
    title: t(`done.${name}`),
    Mark,
    to,
  })
  const naming = [
    step('names', IconListDetails, pathTo('devices', { plantId }, { unit: topic })),
    step('labels', IconQrcode, pathTo('qrLamps', { plantId })),
  ]
  const later: NextStep[] = [
    ...(canTest && hasLamps
      ? [step('firstTest', IconPlayerPlay, pathTo('plantReport', { plantId }, { start: topic }))]
      : []),
    ...(canTest ? [step('schedule', IconCalendarEvent, pathTo('unitTests', at))] : []),
    step('owner', IconUserPlus, pathTo('plantUsers', { plantId })),
    { name: 'handover', title: tShell('page.handover'), Mark: IconFileCheck, to: pathTo('handover', { plantId }) },
  ]
  return (
    <div className={wizardStyles.wizardStep}>
      <h2>
        <IconCircleCheck size={22} aria-hidden className={styles.enrolDone} /> {t('keys.done', { serial: unit.cu_id })}
      </h2>
      <p>{t('lamps.found', { count: unit.lamps.found })}</p>
      {hasLamps ? (
        <>
          <section className={`vx-card ${styles.enrolWalk}`}>
            <IconWalk size={24} stroke={1.8} aria-hidden />
            <span>
              <b>{t('done.walk')}</b>
              <small>{t('done.walkText')}</small>
            </span>
          </section>
          <NextSteps title={t('done.otherWays')} steps={naming} />
        </>
      ) : null}
      <NextSteps title={t('done.next')} steps={later} />
      <p>
        <AppLink to={pathTo('addUnit', { plantId })}>{t('done.another')}</AppLink>
      </p>
      <footer className={wizardStyles.wizardFoot} data-part="wizard-foot">
        <Button component={AppLink} to={pathTo('unit', at)} variant={hasLamps ? 'default' : 'filled'}>
          {t('done.open')}
        </Button>
        {hasLamps ? (
          <ReasonButton
            blockedReason={blockedReason}
            loading={isStarting}
            leftSection={<IconWalk size={18} aria-hidden />}
            onClick={() => void along({ topic })}
          >
            {t('done.walk')}
          </ReasonButton>
        ) : null}
      </footer>
    </div>
  )
}

function NextSteps({ title, steps }: { title: string; steps: readonly NextStep[] }) {
  const { t } = useTranslation('enrolment')
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.enrolNext}>
        {steps.map(({ name, title: stepTitle, Mark, to }) => (
          <li key={name}>
            <AppLink to={to}>
              <Mark size={20} stroke={1.8} aria-hidden />
              <span>
                <b>{stepTitle}</b>
                <small>{t(`done.${name}Text`)}</small>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
