import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { DateField } from '../../shared/form/DateField.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import * as styles from './members.module.css'

type Plant = PlantDetails['plant']

type EndDateDialogProps = { plant: Plant; member: PlantUser; onClose: () => void }

/** The last day of a membership; an empty field means no end. */
export function EndDateDialog({ plant, member, onClose }: EndDateDialogProps) {
  const { t } = useTranslation(['members', 'people'])
  const { name, userid: userId } = member
  const previousDate = member.endsOn ?? ''
  const [day, setDay] = useState(previousDate)
  const save = useActionMutation('setMembershipEnd', {
    refresh: ['getPlantUsers'],
    onSuccess: () => {
      toastDone(t('people:end.saved', { name }))
      onClose()
    },
  })
  return (
    <FormDialog title={t('people:end.name', { name })} unsaved={day !== previousDate} onClose={onClose}>
      {(cancel) => (
        <form
          className={styles.inviteForm}
          onSubmit={(event) => {
            event.preventDefault()
            if (!save.isPending) save.mutate({ plantId: plant.plant_id, userId, endsOn: day || null })
          }}
        >
          <DateField
            label={t('people:end.day')}
            description={t('people:end.text')}
            value={day}
            data-autofocus
            onChange={setDay}
          />
          <FormFailure error={save.error} />
          <DialogFoot onCancel={cancel} saving={save.isPending}>
            {t('people:end.save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
