import { Checkbox, Select } from '@mantine/core'
import { deferredByDays, type TestPeriod, testPeriods } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTimeField } from '../../shared/form/DateTimeField.tsx'
import { fieldCodeText } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { instantOf, wallTime } from '../../shared/format/wall-time.ts'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { pathTo } from '../../site-map.ts'
import { type CurrentUnit, UnitFrame, UnitSection, useWhyNotBusy, useWhyNotCommand } from '../central-units/index.ts'
import * as styles from './emergency-tests.module.css'
import { NextTest } from './ScheduleTab.tsx'

const dateCommands = { functional: 'setDateTimeFunzionale', autonomy: 'setDateTimeAutonomia' } as const
const periods = { functional: 'setPeriodFunzionale', autonomy: 'setPeriodAutonomia' } as const
type Kind = keyof typeof dateCommands

/** A unit's own test schedule, and its editor. */
export function UnitTestsPage() {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  return (
    <UnitFrame tab="tests">
      {(open) => (
        <>
          <div className={styles.testsColumns}>
            <PlanCard open={open} kind="functional" />
            <PlanCard open={open} kind="autonomy" />
          </div>
          <p>
            <AppLink to={pathTo('plantReport', { plantId }, { tab: 'results' })}>{t('schedule.results')}</AppLink>
          </p>
        </>
      )}
    </UnitFrame>
  )
}

function PlanCard({ open, kind }: { open: CurrentUnit; kind: Kind }) {
  const { t } = useTranslation('emergency-tests')
  const schedule = open.detail?.[kind] ?? null
  const unknown = t('schedule.unknown')
  return (
    <UnitSection title={t(`kind.${kind}`)}>
      <Facts
        entries={[
          [t('schedule.next'), <NextTest key="next" schedule={schedule} />],
          [t('schedule.every'), schedule?.period ? t(`schedule.period.${schedule.period}`) : unknown],
          [
            t('schedule.deferred', { days: deferredByDays }),
            schedule ? t(schedule.deferred ? 'schedule.deferredYes' : 'schedule.no') : unknown,
          ],
        ]}
      />
      <MomentForm open={open} kind={kind} next={schedule?.next ?? null} />
      <PeriodForm open={open} kind={kind} period={schedule?.period ?? null} deferred={schedule?.deferred ?? false} />
    </UnitSection>
  )
}

function MomentForm({ open, kind, next }: { open: CurrentUnit; kind: Kind; next: string | null }) {
  const { t } = useTranslation('emergency-tests')
  const { plantId, plant } = useCurrentPlant()
  const sentCommand = useSentCommand(dateCommands[kind])
  const [wallText, setWallText] = useState(next ? wallTime(next, plant.timezone) : '')
  const [fieldError, setFieldError] = useState<'test_date_empty' | 'past' | undefined>()
  useEffect(() => {
    if (next) setWallText(wallTime(next, plant.timezone))
  }, [next, plant.timezone])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const instant = instantOf(wallText, plant.timezone)
    const fault = !instant ? 'test_date_empty' : Date.parse(instant) <= Date.now() ? 'past' : undefined
    setFieldError(fault)
    if (instant && !fault) void sentCommand.send({ plantId, topic: open.topic, set: instant })
  }
  return (
    <form className={styles.scheduleForm} onSubmit={submit} noValidate>
      <DateTimeField
        label={t('schedule.setNext')}
        timeZone={plant.timezone}
        value={wallText}
        onChange={setWallText}
        error={
          fieldError === 'past'
            ? t('schedule.past')
            : fieldError === undefined
              ? undefined
              : fieldCodeText('test_date_empty')
        }
      />
      <SendSchedule open={open} sent={sentCommand} />
    </form>
  )
}

type Sent = Pick<ReturnType<typeof useSentCommand>, 'busy' | 'line'>

/** Sends the form and shows the command's progress, or why it cannot be sent. */
function SendSchedule({ open, sent }: { open: CurrentUnit; sent: Sent }) {
  const { t } = useTranslation('emergency-tests')
  const unit = useWhyNotCommand()(open.unit)
  const busy = useWhyNotBusy(open.topic)
  return (
    <>
      <ReasonButton
        type="submit"
        variant="default"
        blockedReason={unit ?? busy ?? (sent.busy ? t('word.askingUnit') : undefined)}
        onClick={() => undefined}
      >
        {t('word.sendToTheUnit')}
      </ReasonButton>
      <div className={styles.scheduleLine}>{sent.line}</div>
    </>
  )
}

type PeriodProps = { open: CurrentUnit; kind: Kind; period: TestPeriod | null; deferred: boolean }

function PeriodForm({ open, kind, period: reportedPeriod, deferred: reportedDeferred }: PeriodProps) {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const sentCommand = useSentCommand(periods[kind])
  const [period, setPeriod] = useState<TestPeriod>(reportedPeriod ?? (kind === 'functional' ? '4w' : '12m'))
  const [isDeferred, setDeferred] = useState(reportedDeferred)
  useEffect(() => {
    if (reportedPeriod) setPeriod(reportedPeriod)
    setDeferred(reportedDeferred)
  }, [reportedPeriod, reportedDeferred])
  return (
    <form
      className={styles.scheduleForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void sentCommand.send({ plantId, topic: open.topic, period, differito: isDeferred })
      }}
    >
      <div>
        <Select
          label={t('schedule.setEvery')}
          allowDeselect={false}
          value={period}
          data={testPeriods.map((value) => ({ value, label: t(`schedule.period.${value}`) }))}
          onChange={(value) => setPeriod((value ?? period) as TestPeriod)}
        />
        <Checkbox
          mt={8}
          label={t('schedule.defer', { days: deferredByDays })}
          checked={isDeferred}
          onChange={(event) => setDeferred(event.currentTarget.checked)}
        />
      </div>
      <SendSchedule open={open} sent={sentCommand} />
    </form>
  )
}
