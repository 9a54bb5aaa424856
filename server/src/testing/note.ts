import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** The tables of `noteMigrations`. */
export const note = pgTable('note', {
  id: integer().primaryKey(),
  body: text().notNull(),
})

export const noteTag = pgTable(
  'note_tag',
  {
    noteId: integer('note_id')
      .notNull()
      .references(() => note.id),
    tag: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.noteId, table.tag] })],
)
