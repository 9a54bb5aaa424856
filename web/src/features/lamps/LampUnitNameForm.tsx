import { Group, TextInput } from '@mantine/core'
import { unitName } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { topicOf, useUnitTypes, useWhyNotAllowed, useWhyNotCommand } from '../central-units/index.ts'

const maxNameLength = 32

type Props = { lamp: Lamp; name: string | null }

/** The lamp's name as the unit stores it. It changes once the unit reports it; without permission it is a fact. */
export function LampUnitNameForm(props: Props) {
  return useWhyNotAllowed() === undefined ? <UnitNameOfLamp {...props} /> : null
}

function UnitNameOfLamp({ lamp, name }: Props) {
  const { t } = useTranslation('lamps')
  const { plantId, units } = useCurrentPlant()
  const unit = units.find((one) => topicOf(one) === lamp.cu)
  const facts = useUnitTypes().find(({ cu_type }) => cu_type === unit?.cu_type)
  const blockedReason = useWhyNotCommand()(unit)
  const maxLength = facts?.nameLength ?? maxNameLength
  const schema = z.object({ lampName: unitName.refine((value) => value.length <= maxLength, { error: 'too_long' }) })
  const lampName = name ?? ''
  const form = useCheckedForm(schema, { lampName })
  const sentCommand = useSentCommand('setLampName')
  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over what the unit reports, unless the person is typing
  useEffect(() => {
    if (form.isDirty()) return
    form.setInitialValues({ lampName })
    form.setValues({ lampName })
  }, [lampName])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal
  useEffect(() => {
    if (sentCommand.error) showFieldFailures(form, sentCommand.error)
  }, [sentCommand.error])
  const submit = form.onSubmit(async (values) => {
    if (!(await sentCommand.send({ plantId, topic: lamp.cu, addr: lamp.id, ...values }))) return
    form.setInitialValues(values)
    form.resetDirty(values)
  }, focusFirstError)
  if (facts && !facts.commands.includes('setLampName')) return null
  return (
    <form className="vx-panel-part" onSubmit={submit} noValidate>
      <UnsavedGuard form={form} draft={`lamp-name.${lamp.cu}.${lamp.id}`} />
      <TextInput
        label={t('word.nameInTheUnit')}
        description={t('unitName.help', { count: maxLength, now: name ?? t('unknown') })}
        readOnly={blockedReason !== undefined}
        {...form.getInputProps('lampName')}
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
