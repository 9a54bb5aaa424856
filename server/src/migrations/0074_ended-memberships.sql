CREATE TABLE "ended_membership" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"ended_on" date NOT NULL,
	CONSTRAINT "ended_membership_plant_id_user_id_pk" PRIMARY KEY("plant_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "ended_membership" ADD CONSTRAINT "ended_membership_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_membership_user" ON "ended_membership" USING btree ("user_id");