-- A unit that refused with the name of what every object has, as "constructor", left that thing's text as the outcome: nobody could read it.
update enrolment set outcome = 'error' where outcome not in ('ok', 'keysNotPressed', 'notEnabled', 'alreadyEnrolled', 'error');
