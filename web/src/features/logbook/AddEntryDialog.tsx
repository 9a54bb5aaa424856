import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { certificateOf, type PersonKind, personKinds } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import {
  entryLimits,
  findMissingField,
  isInspection,
  type LogbookEntry,
} from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { DateField } from '../../shared/form/DateField.tsx'
import { DateTimeField } from '../../shared/form/DateTimeField.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { instantOf, wallTime } from '../../shared/format/wall-time.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './logbook.module.css'

type Props = {
  /** The corrected or remedied entry. */
  of?: LogbookEntry
  as?: 'correction' | 'remedy'
  onClose: () => void
}

const isPersonKind = (kind: string): kind is PersonKind => (personKinds as readonly string[]).includes(kind)

type Form = {
  kind: PersonKind
  wall: string
  text: string
  lamp: string
  result: '' | 'passed' | 'failed'
  certificate: (typeof certificateOf)[number]
  dated: string
  responsible: string
}

/** Kind-specific facts, copied from the corrected entry. */
const factsOf = (
  corrected: LogbookEntry | undefined,
): Pick<Form, 'result' | 'certificate' | 'dated' | 'responsible'> => {
  const factText = (name: string): string => {
    const value = corrected?.facts[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    result: corrected?.result === 'passed' || corrected?.result === 'failed' ? corrected.result : '',
    certificate: certificateOf.find((one) => one === factText('of')) ?? 'commissioning',
    dated: factText('dated'),
    responsible: factText('name'),
  }
}

const initialForm = ({ of, as }: Props, timezone: string): Form => {
  const corrected = of && as === 'correction' ? of : undefined
  const kind =
    as === 'remedy'
      ? 'remedy'
      : corrected && isPersonKind(corrected.kind)
        ? corrected.kind
        : of
          ? 'defect'
          : 'inspectionMonthly'
  return {
    kind,
    wall: wallTime(corrected?.at ?? new Date().toISOString(), timezone),
    text: corrected?.text ?? '',
    lamp: of?.lamp ? String(of.lamp) : '',
    ...factsOf(corrected),
  }
}

/** Writes an entry. Entries are immutable; a mistake is corrected by another entry. */
export function AddEntryDialog(props: Props) {
  const { of, as, onClose } = props
  const { t } = useTranslation('logbook')
  const { plantId, plant } = useCurrentPlant()
  const [form, setForm] = useState(() => initialForm(props, plant.timezone))
  const [isTouched, setTouched] = useState(false)
  const add = useActionMutation('addLogbookEntry', {
    refresh: ['getLogbookState', 'getLogbookDetails', 'getLogbookEntry'],
    onSuccess: () => {
      toastDone(t('form.added'))
      onClose()
    },
  })
  const change = (changes: Partial<Form>) => {
    setTouched(true)
    setForm((now) => ({ ...now, ...changes }))
  }
  const { kind, wall, text, lamp, result, certificate, dated, responsible } = form
  const at = instantOf(wall, plant.timezone)
  const entryDraft = {
    kind,
    text: text.trim(),
    ...(isInspection(kind) && result !== '' && { result }),
    ...(kind === 'certificate' && { of: certificate }),
    ...(kind === 'drawings' && dated !== '' && { dated }),
    ...(kind === 'responsiblePerson' && responsible.trim() !== '' && { responsible }),
  }
  const lampNo = Number(lamp)
  const isLamp = lamp === '' || (Number.isInteger(lampNo) && lampNo >= 1 && lampNo <= 992)
  const isWhole = at !== undefined && isLamp && findMissingField(entryDraft) === null
  const save = () =>
    at &&
    add.mutate({
      plantId,
      at,
      ...entryDraft,
      ...(lamp !== '' && { lamp: lampNo }),
      ...(of?.cu && { topic: of.cu }),
      ...(of && (as === 'remedy' ? { about: of.no } : { corrects: of.no })),
    })
  return (
    <FormDialog
      title={as === 'correction' ? t('panel.correct') : as === 'remedy' ? t('panel.remedy') : t('addEntry')}
      unsaved={isTouched}
      onClose={onClose}
    >
      {(cancel) => (
        <div className={styles.entryForm}>
          <Select
            label={t('form.kind')}
            allowDeselect={false}
            disabled={as === 'correction'}
            data-autofocus
            value={kind}
            data={personKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(value) => value && isPersonKind(value) && change({ kind: value })}
          />
          <DateTimeField
            label={t('word.when')}
            timeZone={plant.timezone}
            value={wall}
            onChange={(next) => change({ wall: next })}
          />
          <KindFields form={form} change={change} />
          <Textarea
            label={t('form.text')}
            autosize
            minRows={2}
            maxLength={entryLimits.text}
            value={text}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
          <TextInput
            label={t('form.lamp')}
            inputMode="numeric"
            value={lamp}
            onChange={(event) => change({ lamp: event.currentTarget.value.trim() })}
          />
          <p className="vx-hint">{t('form.seal')}</p>
          <FormFailure error={add.error} />
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
            <Button disabled={!isWhole} loading={add.isPending} onClick={save}>
              {t('addEntry')}
            </Button>
          </FormFoot>
        </div>
      )}
    </FormDialog>
  )
}

/** Fields of particular kinds of entries. */
function KindFields({ form, change }: { form: Form; change: (changes: Partial<Form>) => void }) {
  const { t } = useTranslation('logbook')
  const { kind, result, certificate, dated, responsible } = form
  if (isInspection(kind))
    return (
      <Select
        label={t('word.result')}
        allowDeselect={false}
        value={result}
        data={[
          { value: '', label: t('form.noResult') },
          { value: 'passed', label: t('result.passed') },
          { value: 'failed', label: t('result.failed') },
        ]}
        onChange={(value) => change({ result: value === 'passed' || value === 'failed' ? value : '' })}
      />
    )
  if (kind === 'certificate')
    return (
      <Select
        label={t('form.certificate')}
        allowDeselect={false}
        value={certificate}
        data={certificateOf.map((value) => ({ value, label: t(`certificateOf.${value}`) }))}
        onChange={(value) => change({ certificate: certificateOf.find((one) => one === value) ?? certificate })}
      />
    )
  if (kind === 'drawings')
    return <DateField label={t('form.dated')} value={dated} onChange={(day) => change({ dated: day })} />
  if (kind !== 'responsiblePerson') return null
  return (
    <TextInput
      label={t('form.responsible')}
      maxLength={entryLimits.name}
      value={responsible}
      onChange={(event) => change({ responsible: event.currentTarget.value })}
    />
  )
}
