import { Group, TextInput } from '@mantine/core'
import { type CentralUnit, unitName } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { topicOf } from './unit.ts'
import { useUnitTypes } from './use-unit.ts'
import { useWhyNotAllowed, useWhyNotCommand } from './why-not.ts'

type Props = {
  unit: CentralUnit
  /** Position of the lamp; without one it is the unit's own name. */
  lamp?: number
  /** As the unit reports it; null without a report. */
  name: string | null
  help: (values: { count: number; now: string }) => string
}

/** Name stored in the unit. It changes here once the unit reports it; without permission it is a fact. */
export function StoredNameForm(props: Props) {
  return useWhyNotAllowed() === undefined ? <NameForm {...props} /> : null
}

function NameForm({ unit, lamp, name: reportedName, help }: Props) {
  const { t } = useTranslation('shared')
  const { plantId } = useCurrentPlant()
  const facts = useUnitTypes().find(({ cu_type }) => cu_type === unit.cu_type)
  const blockedReason = useWhyNotCommand()(unit)
  const [action, field] =
    lamp === undefined ? (['setCuName', 'cuName'] as const) : (['setLampName', 'lampName'] as const)
  const sentCommand = useSentCommand<'setCuName' | 'setLampName'>(action)
  const maxLength = facts?.nameLength ?? 0
  const name = reportedName ?? ''
  const schema = z.object({ [field]: unitName.refine((value) => value.length <= maxLength, { error: 'too_long' }) })
  const form = useCheckedForm<Record<string, string>>(schema, { [field]: name })
  const topic = topicOf(unit)
  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over what the unit reports, unless the person is typing
  useEffect(() => {
    if (form.isDirty()) return
    form.setInitialValues({ [field]: name })
    form.setValues({ [field]: name })
  }, [name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal
  useEffect(() => {
    if (sentCommand.error) showFieldFailures(form, sentCommand.error)
  }, [sentCommand.error])
  const submit = form.onSubmit(async (values) => {
    const typedName = values[field] ?? ''
    const input =
      lamp === undefined ? { plantId, topic, cuName: typedName } : { plantId, topic, addr: lamp, lampName: typedName }
    if (!(await sentCommand.send(input))) return
    form.setInitialValues(values)
    form.resetDirty(values)
  }, focusFirstError)
  if (!facts?.commands.includes(action)) return null
  return (
    <form className="vx-panel-part" onSubmit={submit} noValidate>
      <UnsavedGuard form={form} draft={`${field}.${topic}.${lamp ?? ''}`} />
      <TextInput
        label={t('word.nameInTheUnit')}
        description={help({ count: maxLength, now: reportedName ?? t('facts.unknown') })}
        readOnly={blockedReason !== undefined}
        {...form.getInputProps(field)}
      />
      <Group>
        <ReasonButton
          variant="default"
          blockedReason={blockedReason ?? (sentCommand.busy ? t('word.askingUnit') : undefined)}
          onClick={() => submit()}
        >
          {t('word.sendToTheUnit')}
        </ReasonButton>
      </Group>
      {sentCommand.line}
    </form>
  )
}
