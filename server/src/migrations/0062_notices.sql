CREATE TABLE "notice_choice" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mail" boolean NOT NULL,
	CONSTRAINT "notice_choice_plant_id_user_id_kind_pk" PRIMARY KEY("plant_id","user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notice_round" (
	"name" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"cause_id" uuid NOT NULL,
	"cause_ids" uuid[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_cause" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"what" text NOT NULL,
	"once" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"central_unit_id" uuid,
	"addr" integer,
	"faults" text[] DEFAULT '{}' NOT NULL,
	"count" integer,
	"gathered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "notice_cause_once" UNIQUE("plant_id","once")
);
--> statement-breakpoint
ALTER TABLE "notice_choice" ADD CONSTRAINT "notice_choice_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_of_cause" ON "notice" USING btree ("cause_id","user_id");--> statement-breakpoint
CREATE INDEX "notice_receiver" ON "notice" USING btree ("plant_id","user_id","at");--> statement-breakpoint
CREATE INDEX "notice_at" ON "notice" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notice_cause_waiting" ON "notice_cause" USING btree ("plant_id","kind","at") WHERE gathered_at is null;--> statement-breakpoint
CREATE INDEX "notice_cause_silent" ON "notice_cause" USING btree ("central_unit_id") WHERE what = 'silent' and ended_at is null;--> statement-breakpoint
CREATE INDEX "notice_cause_at" ON "notice_cause" USING btree ("at");--> statement-breakpoint
CREATE INDEX "unit_link_away" ON "unit_link" USING btree ("last_seen") WHERE not online;