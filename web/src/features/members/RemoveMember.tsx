import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { isClientRole } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useNavigateTo } from '../../shared/navigation.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import { pathTo } from '../../site-map.ts'

type RemoveMemberProps = { plant: PlantDetails['plant']; member: PlantUser; onDone: () => void }

/** Confirms a person's loss of access to the plant; removing oneself leads home. */
export function RemoveMember({ plant, member, onDone }: RemoveMemberProps) {
  const { t } = useTranslation(['members', 'people'])
  const navigateTo = useNavigateTo()
  const { userid: ownUserId } = useSignedInUser()
  const refresh = ['getPlantUsers'] as const
  const collaborator = useActionMutation('rimuoviCollab', { refresh })
  const delegate = useActionMutation('rimuoviDelegato', { refresh })
  const action = isClientRole(member.role) ? delegate : collaborator
  const { name, userid } = member
  const confirm = async () => {
    await action.mutateAsync({ plantId: plant.plant_id, userId: userid })
    toastDone(t('people:removal.done', { name }))
    onDone()
    if (userid === ownUserId) navigateTo.replace(pathTo('home'))
  }
  return (
    <ConfirmDialog
      opened
      destructive
      title={t('people:removal.title', { name })}
      confirmLabel={t('people:removal.name', { name })}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <p>{t('people:removal.text', { plant: plant.plantname })}</p>
      <FormFailure error={action.error} />
    </ConfirmDialog>
  )
}
