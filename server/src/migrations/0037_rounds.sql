CREATE TABLE "round_item" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"round_id" uuid,
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"addr" integer,
	"error" text NOT NULL,
	"proof" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"not_now" text,
	"not_now_by" text,
	"not_now_at" timestamp with time zone,
	"work" text,
	"work_at" timestamp with time zone,
	"said_at" timestamp with time zone,
	"work_by" uuid,
	"work_by_name" text,
	"work_note" text DEFAULT '' NOT NULL,
	"photos" uuid[] DEFAULT '{}' NOT NULL,
	"work_key" uuid,
	"is_kept" boolean DEFAULT false NOT NULL,
	"held_test_id" uuid,
	"failed_test_id" uuid,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"closed_test_id" uuid,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "round" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"title" text NOT NULL,
	"planned_for" date,
	"assignee" uuid,
	"assignee_name" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_by" text,
	"ended_at" timestamp with time zone,
	"minutes" integer,
	"cents" integer
);
--> statement-breakpoint
ALTER TABLE "held_test" ADD COLUMN "re_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "held_test" ADD COLUMN "charges_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_round_id_round_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."round"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round" ADD CONSTRAINT "round_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "round_item_live" ON "round_item" USING btree ("central_unit_id","serial","error") WHERE state in ('open', 'done', 'left');--> statement-breakpoint
CREATE INDEX "round_item_round" ON "round_item" USING btree ("round_id");--> statement-breakpoint
CREATE INDEX "round_item_plant" ON "round_item" USING btree ("plant_id") WHERE state in ('open', 'done', 'left');--> statement-breakpoint
CREATE INDEX "round_item_due" ON "round_item" USING btree ("due_at") WHERE state in ('open', 'done', 'left') or (work is not null and not is_kept);--> statement-breakpoint
CREATE UNIQUE INDEX "round_key" ON "round" USING btree ("plant_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "round_plant" ON "round" USING btree ("plant_id","created_at");--> statement-breakpoint
CREATE INDEX "held_test_re_test" ON "held_test" USING btree ("central_unit_id","kind") WHERE re_test and state = 'waiting';