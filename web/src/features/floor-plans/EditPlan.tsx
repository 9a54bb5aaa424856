import { NumberInput, Select, TextInput } from '@mantine/core'
import { type FloorPlan, floorPlanDraft } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useLampRooms } from '../rooms/index.ts'

type Fields = { name: string; roomId: string; reachM: number | string }

const schema = z.object(floorPlanDraft.shape)
const draftOf = ({ name, roomId, reachM }: Fields) => ({
  name,
  roomId: roomId || null,
  reachM: reachM === '' ? null : (reachM as number),
})
const formOf = ({ name, roomId, reachM, version }: Pick<FloorPlan, 'name' | 'roomId' | 'reachM' | 'version'>) => ({
  name,
  roomId: roomId ?? '',
  reachM: reachM ?? '',
  version,
})

/** Edits a plan's name and floor. */
export function EditPlan({ plan, onClose }: { plan: FloorPlan; onClose: () => void }) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useCurrentPlant()
  const { rooms, label } = useLampRooms(plantId)
  const save = useActionMutation('saveFloorPlan', { refresh: ['getFloorPlans'] })
  const { form, submit, saving, trouble } = useRecordForm<Fields>({
    schema,
    stored: formOf(plan),
    labels: { name: t('word.name'), roomId: t('floor'), reachM: t('neighbours') },
    toInput: draftOf,
    save: async ({ version, ...fields }) => {
      const saved = await save.mutateAsync({ plantId, planId: plan.id, version, plan: draftOf(fields) })
      return { ...fields, version: saved.version }
    },
    say: (path, value) => (path === 'roomId' ? label(value) : value),
    prefix: 'plan.',
    onSaved: onClose,
  })
  return (
    <FormDialog unsaved={form.isDirty()} onClose={onClose} title={t('edit')}>
      {(cancel) => (
        <form className={layoutStyles.dialogForm} noValidate onSubmit={submit}>
          <TextInput label={t('word.name')} required maxLength={80} data-autofocus {...form.getInputProps('name')} />
          <Select
            label={t('floor')}
            searchable
            allowDeselect={false}
            data={[
              { value: '', label: t('noFloor') },
              ...rooms
                .map(({ id }) => ({ value: id, label: label(id) }))
                .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })),
            ]}
            {...form.getInputProps('roomId')}
          />
          <NumberInput
            label={t('neighbours')}
            description={t(plan.longSideM === null ? 'neighboursNoScale' : 'neighboursHow')}
            min={0.5}
            max={200}
            decimalScale={1}
            suffix=" m"
            {...form.getInputProps('reachM')}
          />
          {trouble}
          <DialogFoot onCancel={cancel} saving={saving}>
            {t('word.save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
