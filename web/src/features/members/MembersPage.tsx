import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { canChange, changeBlockedReason } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { SettingsTabs } from '../../shared/plant/SettingsTabs.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { RolesDialog } from '../people/index.ts'
import { InvitationsTab } from './InvitationsTab.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { MembersTab } from './MembersTab.tsx'

/** Members of a plant, and invitations to it. The tab is kept in the address. */
export function MembersPage() {
  const { t } = useTranslation(['members', 'people', 'shell'])
  const [{ tab, new: invitedEmail, roles }, change] = useSearchParams()
  const { plant } = useCurrentPlant()
  const mayInvite = canChange(plant, 'members.delegate')
  const current = tab === 'invites' ? 'invites' : 'users'
  return (
    <>
      <PageHeader
        title={t('shell:menu.users')}
        facts={<span>{t('count', { count: plant.plant_users.length })}</span>}
        actions={
          <>
            <Button variant="default" onClick={() => change({ roles: '1' })}>
              {t('people:may.title')}
            </Button>
            <ReasonButton
              leftSection={<IconUserPlus size={16} aria-hidden />}
              blockedReason={changeBlockedReason(plant, 'members.delegate', t('mayNotInvite'))}
              onClick={() => change({ new: '1' })}
            >
              {t('people:inviting.open')}
            </ReasonButton>
          </>
        }
      />
      <SettingsTabs current={current} />
      {current === 'users' ? <MembersTab plant={plant} /> : <InvitationsTab plant={plant} />}
      {roles ? <RolesDialog own={plant.role} onClose={() => change({ roles: undefined })} /> : null}
      {invitedEmail && mayInvite ? <InviteDialog plant={plant} onClose={() => change({ new: undefined })} /> : null}
    </>
  )
}
