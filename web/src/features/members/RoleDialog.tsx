import { Radio } from '@mantine/core'
import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { isClientRole, type PlantRole, plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as styles from './members.module.css'

type RoleDialogProps = { plantId: string; member: PlantUser; onClose: () => void }

/** Changes a member's role within the same side: the installer's or the client's. */
export function RoleDialog({ plantId, member, onClose }: RoleDialogProps) {
  const { t } = useTranslation(['members', 'people'])
  const { name, userid: userId } = member
  const [role, setRole] = useState<PlantRole>(member.role)
  const save = useActionMutation('setMemberRole', {
    refresh: ['getPlantUsers', 'getPlantDetails'],
    onSuccess: () => {
      toastDone(t('people:role.saved', { name, role: t(`role.${role}`) }))
      onClose()
    },
  })
  const offeredRoles = plantRoles.filter((one) => isClientRole(one) === isClientRole(member.role))
  return (
    <FormDialog title={t('people:role.name', { name })} unsaved={role !== member.role} onClose={onClose}>
      {(cancel) => (
        <form
          className={styles.inviteForm}
          onSubmit={(event) => {
            event.preventDefault()
            if (!save.isPending) save.mutate({ plantId, userId, role })
          }}
        >
          <Radio.Group
            label={t('word.role')}
            description={t('people:role.text')}
            value={role}
            onChange={(value) => setRole(offeredRoles.find((one) => one === value) ?? role)}
          >
            <div className={styles.roleChoice}>
              {offeredRoles.map((role) => (
                <Radio key={role} value={role} label={t(`role.${role}`)} description={t(`roleText.${role}`)} />
              ))}
            </div>
          </Radio.Group>
          <FormFailure error={save.error} />
          <DialogFoot onCancel={cancel} saving={save.isPending}>
            {t('people:end.save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
