CREATE TABLE "notice_threshold" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"urgent" text[] NOT NULL,
	"fault_lamps" integer NOT NULL,
	"test_lamps" integer NOT NULL,
	"silent_after_h" integer NOT NULL,
	"inhibited_after_min" integer NOT NULL,
	"overdue_after_days" integer NOT NULL,
	"pro_days" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inhibition" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "earlier_secrets" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "notice_threshold" ADD CONSTRAINT "notice_threshold_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inhibition_untold" ON "inhibition" USING btree ("ends_at") WHERE state = 'inhibited' and told_at is null;--> statement-breakpoint
-- Members were told of these at that moment.
UPDATE "inhibition" SET "told_at" = "overdue_at" WHERE "overdue_at" IS NOT NULL;
--> statement-breakpoint
-- Emergencies were urgent before, too; what waits of them goes at once.
UPDATE "notice_delivery" SET "urgent" = true FROM "notice" WHERE "notice"."id" = "notice_delivery"."notice_id"
  AND "notice"."kind" = 'mainsFailure' AND "notice_delivery"."step" = 0;
