ALTER TABLE "central_unit" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "group_name" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lamp_note" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;