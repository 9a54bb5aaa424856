import { Group, TextInput } from '@mantine/core'
import { type CentralUnit, unitName } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { topicOf } from './unit.ts'
import { useWhyNotAllowed, useWhyNotCommand } from './why-not.ts'

type OwnNameProps = { unit: CentralUnit; detail: UnitDetail | null; longest: number }

/** The name that the unit stores. It changes here once the unit reports it; without permission it is a fact. */
export function UnitOwnNameForm(props: OwnNameProps) {
  return useWhyNotAllowed() === undefined ? <OwnNameForm {...props} /> : null
}

function OwnNameForm({ unit, detail, longest }: OwnNameProps) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const cuName = detail?.name ?? ''
  const schema = z.object({ cuName: unitName.refine((name) => name.length <= longest, { error: 'too_long' }) })
  const form = useCheckedForm(schema, { cuName })
  const sentCommand = useSentCommand('setCuName')
  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over what the unit reports, unless the person is typing
  useEffect(() => {
    if (form.isDirty()) return
    form.setInitialValues({ cuName })
    form.setValues({ cuName })
  }, [cuName])
  const submit = form.onSubmit(async (values) => {
    const isAccepted = await sentCommand.send({ plantId, topic: topicOf(unit), ...values })
    if (isAccepted) {
      form.setInitialValues(values)
      form.resetDirty(values)
    }
  }, focusFirstError)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal
  useEffect(() => {
    if (sentCommand.error) showFieldFailures(form, sentCommand.error)
  }, [sentCommand.error])
  return (
    <form className="vx-panel-part" onSubmit={submit} noValidate>
      <UnsavedGuard form={form} draft={`unit-name.${unit.cu_type}.${unit.cu_id}`} />
      <TextInput
        label={t('word.nameInTheUnit')}
        description={t('ownName.help', {
          count: longest,
          now: detail?.name ?? t('unknown'),
        })}
        readOnly={blockedReason !== undefined}
        {...form.getInputProps('cuName')}
      />
      <Group>
        <ReasonButton
          variant="default"
          blockedReason={blockedReason ?? (sentCommand.busy ? t('whyNot.asking') : undefined)}
          onClick={() => submit()}
        >
          {t('word.sendToTheUnit')}
        </ReasonButton>
      </Group>
      {sentCommand.line}
    </form>
  )
}
