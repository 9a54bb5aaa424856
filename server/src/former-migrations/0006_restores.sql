CREATE TABLE "installation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alive_at" timestamp with time zone NOT NULL,
	"written_by" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "running_node" (
	"node_id" text PRIMARY KEY NOT NULL,
	"alive_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "logbook_head" ADD COLUMN "entries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "logbook_head" SET "entries" = "no";--> statement-breakpoint
CREATE UNIQUE INDEX "installation_only" ON "installation" USING btree ((true));--> statement-breakpoint
ALTER TABLE IF EXISTS "logbook_entry" DROP CONSTRAINT IF EXISTS "logbook_entry_kind_known";--> statement-breakpoint
ALTER TABLE "logbook_entry" ADD CONSTRAINT "logbook_entry_kind_known" CHECK ("kind" IN ('unitEnrolled', 'unitReset', 'unitStranger', 'unitStrangerRefused', 'unitReplaced', 'unitRemoved', 'testEndedByRemoval', 'mainsFailed', 'mainsRestored', 'lampFault', 'lampFaultCleared', 'unitFault', 'unitFaultCleared', 'testEnded', 'inhibited', 'inhibitionEnded', 'configurationChanged', 'restored', 'recordsMissing', 'recordsRecovered', 'inspectionDaily', 'inspectionMonthly', 'inspectionYearly', 'inspectionVisual', 'inspectionPhotometric', 'inspectionExpert', 'service', 'defect', 'remedy', 'alteration', 'drill', 'certificate', 'drawings', 'automaticTester', 'responsiblePerson', 'repair', 'signature', 'handoverSigned', 'note', 'photo'));
