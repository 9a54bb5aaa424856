import { Alert, Button, Checkbox, Group, Radio, SegmentedControl } from '@mantine/core'
import { type TestKind, testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import { LampPicker } from '../../shared/lamp-picker/LampPicker.tsx'
import * as lampPickerStyles from '../../shared/lamp-picker/lamp-picker.module.css'
import { lampKey } from '../../shared/lamp-picker/lamps-found.ts'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf, topicOf, useUnitTypes } from '../central-units/index.ts'
import * as styles from './emergency-tests.module.css'
import { StartWarnings } from './StartWarnings.tsx'
import { listExcludedLines, listMissingLamps, planTests } from './start-plan.ts'
import { useTestBlockedReason } from './test-blocked-reason.ts'
import { useHoldTests } from './use-hold-tests.ts'
import { useStart } from './use-start.ts'
import { WhenToStart } from './WhenToStart.tsx'

/** A preselected lamp; its serial excludes another lamp installed there meanwhile. */
type SelectedLamp = Pick<Lamp, 'cu' | 'id'> & { serial?: string }

type StartTestProps = {
  /** The preselected unit, when the person came from one. */
  asked?: string | undefined
  /** Preselected lamps, from a selection or from untested lamps. */
  lamps?: readonly SelectedLamp[]
  kind?: TestKind | undefined
  onClose: () => void
}

/** Kind, units and lamps of a test; whatever cannot be tested is named before the start and left out. */
export function StartTestDialog({ asked: topic, lamps: givenLamps, kind: givenKind, onClose }: StartTestProps) {
  const { t } = useTranslation('emergency-tests')
  const choice = useChoice(topic, givenLamps)
  const [kind, setKind] = useState<TestKind>(givenKind ?? 'functional')
  const [missing, setMissing] = useState(false)
  const { plans, ready } = choice
  const { start, busy, failures, error, warnings: warningsToConfirm } = useStart(kind, ready)
  const heldStart = useHoldTests(kind, plans)
  const warnings = heldStart.isLater ? heldStart.warnings : warningsToConfirm
  const outcome = heldStart.isLater ? { error: heldStart.error, failures: [] } : { error, failures }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(plans.length === 0)
    if (heldStart.isLater) void (heldStart.any && heldStart.hold())
    else if (ready.length > 0) void start()
  }
  return (
    <FormDialog unsaved={choice.isChanged} onClose={onClose} size="lg" title={t('start.title')}>
      {(cancel) => (
        <form className={styles.startTest} noValidate onSubmit={submit}>
          <div>
            <span className={styles.startLabel}>{t('word.test')}</span>
            <SegmentedControl
              fullWidth
              aria-label={t('word.test')}
              value={kind}
              onChange={(value) => setKind(value as TestKind)}
              data={testKinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
            />
            <p className="vx-quiet">{t(`start.about.${kind}`)}</p>
          </div>
          <TestSelection choice={choice} missing={missing} />
          {heldStart.isLater ? null : <ExcludedLamps choice={choice} />}
          <WhenToStart value={heldStart.value} onChange={heldStart.setValue} />
          <StartFailures {...outcome} />
          <StartWarnings warnings={warnings} />
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              {...(warnings.length > 0 && { color: 'red', variant: 'outline' })}
              disabled={plans.length > 0 && (heldStart.isLater ? !heldStart.any : ready.length === 0)}
              loading={busy || heldStart.busy}
            >
              {t(warnings.length > 0 ? 'start.anyway' : heldStart.isLater ? 'held.hold' : 'word.startTest')}
            </Button>
          </FormFoot>
        </form>
      )}
    </FormDialog>
  )
}

type RefusedProps = { error: unknown; failures: readonly { topic: string; text: string }[] }

/** Why nothing was requested, or which units refused. */
function StartFailures({ error, failures }: RefusedProps) {
  const { t } = useTranslation('emergency-tests')
  return (
    <>
      <FormFailure error={error} />
      {failures.map(({ topic, text }) => (
        <Alert key={topic} color="red" role="alert">
          {t('start.failed', { serial: serialOf(topic) })} {text}
        </Alert>
      ))}
    </>
  )
}

type Choice = ReturnType<typeof useChoice>

/** The selection, and its testable part. */
function useChoice(requestedTopic: string | undefined, givenLamps: StartTestProps['lamps']) {
  const { plantId, units } = useCurrentPlant()
  const lamps = useAllLamps(plantId, 'emergency')
  const whyNotUnit = useTestBlockedReason()
  const blockedReasonOf = (topic: string) => whyNotUnit(units.find((unit) => topicOf(unit) === topic))
  const first =
    units.find((unit) => topicOf(unit) === requestedTopic) ?? units.find((unit) => !whyNotUnit(unit)) ?? units[0]
  const [allLamps, setAllLamps] = useState(givenLamps === undefined)
  const [topics, setTopics] = useState<string[]>(first ? [topicOf(first)] : [])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(givenLamps?.map(lampKey)))
  const preselectedKeys = new Set(givenLamps?.map(lampKey))
  const missingLamps = listMissingLamps(givenLamps ?? [], lamps)
  const presentKeys = chosen.difference(new Set(missingLamps.map(lampKey)))
  const plans = planTests({ lamps, topics, chosen: allLamps ? null : presentKeys, whyNot: blockedReasonOf })
  return {
    lamps,
    all: allLamps,
    setAll: setAllLamps,
    topics,
    setTopics,
    chosen: presentKeys,
    setChosen,
    whyNot: blockedReasonOf,
    plans,
    begunWith: preselectedKeys,
    gone: missingLamps,
    ready: plans.filter(({ reason, count }) => reason === undefined && count > 0),
    isChanged: !allLamps && chosen.symmetricDifference(preselectedKeys).size > 0,
    /** Only preselected lamps. */
    silent: lamps.filter((lamp) => preselectedKeys.has(lampKey(lamp)) && lamp.mode === 'unreachable'),
  }
}

/** All lamps of some units, or single lamps by place. */
function TestSelection({ choice, missing }: { choice: Choice; missing: boolean }) {
  const { t } = useTranslation('emergency-tests')
  const { lamps, all, setAll, topics, setTopics, chosen, setChosen, whyNot, begunWith } = choice
  const highestNumber = useHighestNumber()
  // Preselected lamps come first, and stay in place while they are toggled.
  const preselectedFirst = lamps.toSorted(
    (a, b) => Number(begunWith.has(lampKey(b))) - Number(begunWith.has(lampKey(a))),
  )
  return (
    <>
      <Radio.Group label={t('word.lamps')} value={all ? 'all' : 'chosen'} onChange={(value) => setAll(value === 'all')}>
        <Group mt={4} gap="md">
          <Radio value="all" label={t('start.allOfUnits')} />
          <Radio value="chosen" label={t('start.chosen')} />
        </Group>
      </Radio.Group>
      {all ? (
        <UnitPicker
          topics={topics}
          onChange={setTopics}
          whyNot={whyNot}
          error={missing && topics.length === 0 ? errorText('errors', 'NO_DEVICE_SELECTED') : undefined}
        />
      ) : (
        <LampPicker
          lamps={preselectedFirst}
          note={({ mode }) => (mode === 'emergency' ? [t('start.lampNoMains')] : [])}
          chosen={chosen}
          onChange={setChosen}
          highest={highestNumber}
          error={missing && chosen.size === 0 ? errorText('errors', 'NO_DEVICE_SELECTED') : undefined}
        />
      )}
      <UnavailableLamps choice={choice} />
    </>
  )
}

/** Preselected lamps now missing or silent, by name. */
function UnavailableLamps({ choice: { gone, silent, all } }: { choice: Choice }) {
  const { t } = useTranslation('emergency-tests')
  const { list } = useFormats()
  const formatLamps = (lamps: readonly Pick<Lamp, 'cu' | 'id'>[]) =>
    list(lamps.map(({ cu, id }) => `${serialOf(cu)} · ${lampNumber(id)}`))
  return (
    <>
      {gone.length > 0 ? <Alert color="gray">{t('start.gone', { lamps: formatLamps(gone) })}</Alert> : null}
      {silent.length > 0 && !all ? (
        <Alert color="yellow">{t('start.unreachable', { lamps: formatLamps(silent) })}</Alert>
      ) : null}
    </>
  )
}

/** The highest lamp number of this plant's units. */
function useHighestNumber(): number {
  const { units } = useCurrentPlant()
  const usedTypes = useUnitTypes().filter(({ cu_type }) => units.some((unit) => unit.cu_type === cu_type))
  return Math.max(1, ...usedTypes.map(({ maxLamps }) => maxLamps))
}

type UnitPickerProps = {
  topics: readonly string[]
  onChange: (topics: string[]) => void
  whyNot: (topic: string) => string | undefined
  error: string | undefined
}

/** The units to test; an unavailable one shows the reason. */
function UnitPicker({ topics, onChange, whyNot, error }: UnitPickerProps) {
  const { t } = useTranslation('emergency-tests')
  const { units } = useCurrentPlant()
  return (
    <Checkbox.Group label={t('word.centralUnits')} value={[...topics]} onChange={onChange} error={error}>
      <ul className={lampPickerStyles.lampPickerList}>
        {units.map((unit) => {
          const topic = topicOf(unit)
          return (
            <li key={topic}>
              <Checkbox
                size="sm"
                value={topic}
                label={[unit.description, unit.cu_location].filter(Boolean).join(' · ') || unit.cu_id}
                description={[`${unit.cu_type} ${unit.cu_id}`, t('start.all', { count: unit.lamps.emergency })].join(
                  ' · ',
                )}
                error={whyNot(topic)}
              />
            </li>
          )
        })}
      </ul>
    </Checkbox.Group>
  )
}

/** Omitted parts of the selection: units with the reason, and lamps without mains by unit and line. */
function ExcludedLamps({ choice: { all, plans, ready } }: { choice: Choice }) {
  const { t } = useTranslation('emergency-tests')
  const { list } = useFormats()
  // The unit picker already shows why a unit cannot be tested.
  const units = all ? [] : plans.filter(({ reason }) => reason !== undefined)
  const lines = listExcludedLines(plans)
  const hasNoneReady = plans.length > 0 && ready.length === 0
  if (units.length + lines.length === 0 && !hasNoneReady) return null
  return (
    <Alert color="yellow" title={hasNoneReady ? t('start.noneReady') : t('start.leftOut')}>
      <ul className={styles.leftOut}>
        {units.map(({ topic, reason }) => (
          <li key={topic}>
            {serialOf(topic)}: {reason}
          </li>
        ))}
        {lines.map(({ topic, line, lamps }) => (
          <li key={`${topic} ${line}`}>
            {line === null
              ? t('start.lampsNoMains', { serial: serialOf(topic), lamps: list(lamps.map(({ id }) => lampNumber(id))) })
              : t('start.lineNoMains', {
                  serial: serialOf(topic),
                  line,
                  lamps: list(lamps.map(({ id }) => lampNumber(id))),
                })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
