import { ActionIcon, Menu } from '@mantine/core'
import { IconBell, IconCalendarOff, IconDots, IconUserCog, IconUserMinus } from '@tabler/icons-react'
import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { useTranslation } from 'react-i18next'
import { ReasonItem } from '../../shared/form/ReasonItem.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { archivedReason, changeBlockedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { canRemoveMember, canSetEndDate, type EndDatePermission } from './removal.ts'

/** Actions of a member's menu. */
export const memberMenuActions = ['notices', 'role', 'end', 'remove'] as const
export type MemberAction = (typeof memberMenuActions)[number]

const roleTextKey = (reason: (EndDatePermission & { can: false })['reason']) =>
  reason === 'onlyAdministrators' ? ('people:role.onlyAdministrators' as const) : (`people:end.${reason}` as const)

type MemberMenuProps = { plant: PlantDetails['plant']; member: PlantUser; onChoose: (action: MemberAction) => void }

/** Actions on a member; unavailable ones show the reason. */
export function MemberMenu({ plant, member, onChoose }: MemberMenuProps) {
  const { t } = useTranslation(['members', 'people', 'notices'])
  const phone = usePhone()
  const archivedText = archivedReason(plant)
  const ending = canSetEndDate(plant, member)
  const removal = canRemoveMember(plant, member)
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" size={phone ? 44 : 36} aria-label={t('people:menu', { name: member.name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ReasonItem
          leftSection={<IconBell size={16} aria-hidden />}
          blockedReason={changeBlockedReason(plant, 'members.administer', t('notices:plant.only'))}
          onClick={() => onChoose('notices')}
        >
          {t('notices:member.open')}
        </ReasonItem>
        <ReasonItem
          leftSection={<IconUserCog size={16} aria-hidden />}
          blockedReason={archivedText ?? (ending.can ? undefined : t(roleTextKey(ending.reason)))}
          onClick={() => onChoose('role')}
        >
          {t('people:role.open')}
        </ReasonItem>
        <ReasonItem
          leftSection={<IconCalendarOff size={16} aria-hidden />}
          blockedReason={archivedText ?? (ending.can ? undefined : t(`people:end.${ending.reason}`))}
          onClick={() => onChoose('end')}
        >
          {t('people:end.open')}
        </ReasonItem>
        <ReasonItem
          color="red"
          leftSection={<IconUserMinus size={16} aria-hidden />}
          blockedReason={archivedText ?? (removal.can ? undefined : t(`people:removal.${removal.reason}`))}
          onClick={() => onChoose('remove')}
        >
          {t('people:removal.open')}
        </ReasonItem>
      </Menu.Dropdown>
    </Menu>
  )
}
