import { NativeSelect } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { type RoleCell, roleCell, roleRows } from '@vigilux/contract/features/members/role-table.ts'
import { type PlantRole, plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import './people.css'

/** Permissions in a plant, by role; the own role is marked. */
export function RolesDialog({ own, onClose }: { own: PlantRole; onClose: () => void }) {
  const { t } = useTranslation(['members', 'people'])
  const phone = usePhone()
  return (
    <Dialog opened onClose={onClose} title={t('people:may.title')} size="xl">
      {phone ? <OneRole own={own} /> : <AllRoles own={own} />}
    </Dialog>
  )
}

/** Where a table does not fit: choose a role and read its permissions. */
function OneRole({ own }: { own: PlantRole }) {
  const { t } = useTranslation(['members', 'people'])
  const [role, setRole] = useState(own)
  const parts = [
    { title: t('people:may.may'), fits: (cell: RoleCell) => cell !== 'no' },
    { title: t('people:may.mayNot'), fits: (cell: RoleCell) => cell === 'no' },
  ]
  return (
    <div className="vx-one-role">
      <NativeSelect
        label={t('column.role')}
        value={role}
        data={plantRoles.map((value) => ({
          value,
          label: value === own ? `${t(`role.${value}`)} (${t('you')})` : t(`role.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) => setRole(plantRoles.find((one) => one === value) ?? role)}
      />
      {parts.map(({ title, fits }) => {
        const held = roleRows.filter((row) => fits(roleCell(row, role)))
        return held.length === 0 ? null : (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <ul>
              {held.map((row) => (
                <li key={row}>
                  {t(`people:may.row.${row}`)}
                  <Part cell={roleCell(row, role)} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function Part({ cell }: { cell: RoleCell }) {
  const { t } = useTranslation('people')
  return cell === 'yes' || cell === 'no' ? null : ` (${t(`may.${cell}`)})`
}

function AllRoles({ own }: { own: PlantRole }) {
  const { t } = useTranslation(['members', 'people'])
  return (
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
