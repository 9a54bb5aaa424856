import { Checkbox, Select, Switch, Text } from '@mantine/core'
import {
  type EscalatingKind,
  type Escalation,
  escalatingKinds,
  escalationFields,
} from '@vigilux/contract/features/notices/escalation.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useFormats } from '../../shared/format/format.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { EscalationPeople } from './EscalationPeople.tsx'
import * as styles from './notices.module.css'

export const minuteMs = 60_000
const defaultMinutes = [5, 10, 15, 30, 60, 120, 240, 480, 1_440]

type Fields = { on: boolean; afterMinutes: number; kinds: EscalatingKind[]; people: string[] }

const fieldsOf = ({ people, ...settings }: Escalation): Fields & { version: number } => ({
  ...settings,
  people: people.map(({ userid }) => userid),
})

const schema = z.object(escalationFields)

type EscalationDialogProps = { plant: PlantDetails['plant']; escalation: Escalation; onClose: () => void }

/** Edits the escalation: its people, kinds of notices, and interval. */
export function EscalationDialog({ plant, escalation, onClose }: EscalationDialogProps) {
  const { t } = useTranslation('notices')
  const { duration } = useFormats()
  const action = useActionMutation('saveEscalation', { refresh: ['getEscalation'] })
  const candidates = [...escalation.people, ...plant.plant_users.map((user) => ({ ...user, isMember: true }))]
  const nameOf = (id: string) => candidates.find(({ userid }) => userid === id)?.name || t('history.former')
  const kindName = (kind: string) => t(`name.${kind as EscalatingKind}`)
  const { form, submit, saving, trouble } = useRecordForm<Fields>({
    schema,
    stored: fieldsOf(escalation),
    labels: {
      on: t('escalation.switch'),
      people: t('escalation.people'),
      afterMinutes: t('escalation.minutes'),
      kinds: t('escalation.which'),
    },
    say: (path, value) => {
      if (path === 'people') return value.split('\n').map(nameOf).join('\n')
      if (path === 'kinds') return value.split('\n').map(kindName).join('\n')
      return path === 'afterMinutes'
        ? duration(Number(value) * minuteMs)
        : t(value === 'true' ? 'escalation.isOn' : 'escalation.off')
    },
    toValues: (now: Escalation) => fieldsOf(now),
    save: async (values) => fieldsOf((await action.mutateAsync({ plantId: plant.plant_id, ...values })).escalation),
    onSaved: onClose,
  })
  const { afterMinutes, kinds, people } = form.getValues()
  return (
    <FormDialog title={t('escalation.dialog')} unsaved={form.isDirty()} onClose={onClose}>
      {(cancel) => (
        <form onSubmit={submit} noValidate>
          <UnsavedGuard form={form} draft="escalation" />
          <div className={styles.noticeChoices}>
            <Switch label={t('escalation.switch')} {...form.getInputProps('on', { type: 'checkbox' })} />
            <EscalationPeople
              people={people}
              known={candidates}
              nameOf={nameOf}
              onChange={(next) => form.setFieldValue('people', next)}
            />
            <Select
              label={t('escalation.minutes')}
              data={[...new Set([...defaultMinutes, afterMinutes])]
                .toSorted((one, other) => one - other)
                .map((minutes) => ({ value: String(minutes), label: duration(minutes * minuteMs) }))}
              allowDeselect={false}
              value={String(afterMinutes)}
              onChange={(value) => form.setFieldValue('afterMinutes', Number(value))}
            />
            <fieldset className={styles.noticeTimes}>
              <legend>{t('escalation.which')}</legend>
              {escalatingKinds.map((kind) => (
                <Checkbox
                  key={kind}
                  label={kindName(kind)}
                  checked={kinds.includes(kind)}
                  onChange={({ currentTarget: { checked } }) =>
                    form.setFieldValue(
                      'kinds',
                      escalatingKinds.filter((one) => (one === kind ? checked : kinds.includes(one))),
                    )
                  }
                />
              ))}
            </fieldset>
            <Text size="sm" c="dimmed">
              {t('escalation.duty')}
            </Text>
            {trouble}
          </div>
          <DialogFoot onCancel={cancel} saving={saving}>
            {t('escalation.save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
