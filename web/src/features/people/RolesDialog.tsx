import { IconCheck, IconMinus } from '@tabler/icons-react'
import { type RoleCell, roleCell, roleRows } from '@vigilux/contract/features/members/role-table.ts'
import { type PlantRole, plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import './people.css'

/** Who may do what in a plant, by role; one's own role is marked. */
export function RolesDialog({ own, onClose }: { own: PlantRole; onClose: () => void }) {
  const { t } = useTranslation(['members', 'people'])
  return (
    <Dialog opened onClose={onClose} title={t('people:may.title')} size="xl">
      <div className="vx-roles">
        <table aria-label={t('people:may.title')}>
          <thead>
            <tr>
              <th scope="col">{t('people:may.what')}</th>
              {plantRoles.map((role) => (
                <th key={role} scope="col" data-own={role === own || undefined}>
                  {t(`role.${role}`)}
                  {role === own ? ` (${t('you')})` : ''}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {roleRows.map((row) => (
              <tr key={row}>
                <th scope="row">{t(`people:may.row.${row}`)}</th>
                {plantRoles.map((role) => (
                  <td key={role} data-own={role === own || undefined}>
                    <Cell cell={roleCell(row, role)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}

function Cell({ cell }: { cell: RoleCell }) {
  const { t } = useTranslation(['members', 'people'])
  if (cell !== 'yes' && cell !== 'no') return t(`people:may.${cell}`)
  const Mark = cell === 'yes' ? IconCheck : IconMinus
  return (
    <>
      <Mark size={16} aria-hidden />
      <span className="vx-hidden">{t(`people:may.${cell}`)}</span>
    </>
  )
}
