(* Two kinds of statements about all vectors of natural numbers, decided by computation. Each is decided by a finite
   set of states that is closed under reading a letter. A search finds the set; that it is closed is checked. *)
From Coq Require Import List Arith NArith ZArith Lia Bool FMapPositive.
From Grundwork Require Import Words Formulas Terms.
Import ListNotations.

(* Finite sets, as tables with keys. Nothing is assumed about the keys. *)
Section Sets.
Variables (S : Type) (same : S -> S -> bool) (key : S -> positive).
Hypothesis same_ok : forall s t, same s t = true -> s = t.
Definition set := PositiveMap.t (list S).

Definition near (m : set) (s : S) : list S := match PositiveMap.find (key s) m with Some l => l | None => [] end.
Definition is_in (m : set) (s : S) : bool := existsb (same s) (near m s).
Definition insert (m : set) (s : S) : set := if is_in m s then m else PositiveMap.add (key s) (s :: near m s) m.
Definition members (m : set) : list S := flat_map snd (PositiveMap.elements m).

Lemma near_members m s : incl (near m s) (members m).
Proof.
  intros t I. unfold near in I. destruct (PositiveMap.find (key s) m) eqn:F; [|destruct I].
  apply in_flat_map. exists (key s, l). split; [apply PositiveMap.elements_correct|]; auto.
Qed.

Lemma is_in_members m s : is_in m s = true -> In s (members m).
Proof.
  intros H. apply existsb_exists in H. destruct H as (t & I & E). apply same_ok in E. subst t.
  apply (near_members m s s I).
Qed.

Lemma members_insert m s t : In t (members (insert m s)) -> t = s \/ In t (members m).
Proof.
  unfold insert. destruct (is_in m s); [auto|]. intros I. apply in_flat_map in I. destruct I as ([k l] & I & J).
  apply PositiveMap.elements_complete in I. destruct (Pos.eq_dec k (key s)) as [->|X].
  - rewrite PositiveMap.gss in I. injection I as <-. destruct J as [J|J]; [auto|]. right. apply (near_members m s t J).
  - rewrite PositiveMap.gso in I by auto. right. apply in_flat_map. exists (k, l).
    split; [apply PositiveMap.elements_correct|]; auto.
Qed.

(* Sets that are closed under reading. At a state that is done nothing remains to be shown. *)
Variables (L : Type) (done good : S -> bool) (read : S -> L -> S) (alphabet : list L).

Definition visit (found : list S * set) (s : S) : list S * set :=
  let (todo, m) := found in
  if done s then found else if is_in m s then found else (s :: todo, PositiveMap.add (key s) (s :: near m s) m).

Fixpoint search (fuel : nat) (found : list S * set) : set :=
  match fuel, found with
  | Datatypes.S n, ((_ :: _) as todo, m) =>
      search n (fold_left (fun r s => fold_left (fun r d => visit r (read s d)) alphabet r) todo ([], m))
  | _, (_, m) => m
  end.

Definition closed (m : set) : bool :=
  forallb (fun s => good s && forallb (fun d => let t := read s d in done t || is_in m t) alphabet) (members m).

Definition all_good (s : S) : bool :=
  let m := search 1000 (visit ([], PositiveMap.empty _) s) in (done s || is_in m s) && closed m.

Theorem all_good_ok s : all_good s = true -> exists I : S -> Prop, I s /\
  forall t, I t -> done t = true \/ good t = true /\ forall d, In d alphabet -> I (read t d).
Proof.
  unfold all_good. generalize (search 1000 (visit ([], PositiveMap.empty _) s)). intros m H.
  apply andb_true_iff in H. destruct H as [H C]. exists (fun t => done t || is_in m t = true). split; [auto|]. intros t I.
  destruct (done t); [auto|right]. apply is_in_members in I. unfold closed in C. rewrite forallb_forall in C.
  specialize (C t I). cbn in C. rewrite andb_true_iff, forallb_forall in C. auto.
Qed.
End Sets.

(* Keys of formulas: the bits of what changes when letters are read. *)
Fixpoint bits (p k : positive) : positive := match p with xH => k~1 | xO p => bits p k~0 | xI p => bits p k~1 end.

Fixpoint key (f : form) (k : positive) : positive :=
  match f with
  | Const c => if c then k~1 else k~0
  | AtMost _ c | Equal _ c => match c with Z0 => k~0 | Zpos p => bits p k~1 | Zneg p => bits p k~0 end
  | Accept _ q _ => bits (N.succ_pos q) k
  | Not f => key f k
  | Bin _ f g => key g (key f k)
  end.

Section Deciding.
Variables (b : N) (automata : list automaton) (k : nat).
Notation holds := (holds b automata).
Notation read := (read b automata).
Notation at_zeros := (at_zeros automata).

Definition is (c : bool) (f : form) : bool := match f with Const d => eqb c d | _ => false end.

(* The first kind: no vector of k numbers fulfils f. *)
Definition never (f : form) : bool :=
  all_good form same (fun f => key f 1) (list N) (is false) (fun f => negb (at_zeros f)) (fun f d => read d f)
    (letters b k) f.

(* The second kind: for every vector v that fulfils D there are a formula f in a list and numbers y, as many as stand
   in the list with f, such that v and y together fulfil f. *)
Definition choices := list (nat * form).

Definition witness (v : list N) (l : choices) : Prop :=
  exists j f y, In (j, f) l /\ length y = j /\ holds (v ++ y) f.

Definition same_choice (c d : nat * form) : bool := if same (snd c) (snd d) then fst c =? fst d else false.
Definition same_pair (p q : form * choices) : bool :=
  if same (fst p) (fst q) then same_list same_choice (snd p) (snd q) else false.

Lemma same_choice_ok c d : same_choice c d = true -> c = d.
Proof.
  destruct c as [j f], d as [i g]. unfold same_choice. cbn. destruct (same f g) eqn:E; [|discriminate].
  apply same_ok in E. intros H. apply Nat.eqb_eq in H. congruence.
Qed.

Lemma same_pair_ok p q : same_pair p q = true -> p = q.
Proof.
  destruct p as [D l], q as [E m]. unfold same_pair. cbn. destruct (same D E) eqn:S; [|discriminate].
  apply same_ok in S. intros H. apply same_list_ok in H; [congruence|apply same_choice_ok].
Qed.

Definition choice_key (k : positive) (c : nat * form) : positive := key (snd c) (bits (Pos.of_succ_nat (fst c)) k).
Definition pair_key (p : form * choices) : positive := fold_left choice_key (snd p) (key (fst p) 1).

Definition add (m : set (nat * form)) (j : nat) (f : form) : set (nat * form) :=
  if is false f then m else insert _ same_choice (choice_key 1) m (j, f).

Hypothesis base : (2 <= b)%N.
Hypothesis ok : forallb sound automata = true.

(* What the choices become when the letter d of v is read, with every letter of y. *)
Definition follow (d : list N) (l : choices) : choices :=
  members _ (fold_left (fun m '(j, f) => fold_left (fun m e => add m j (read (d ++ e) f)) (letters b j) m) l
    (PositiveMap.empty _)).

(* Whether some choice is fulfilled by v = 0 and numbers y of at most n letters. *)
Fixpoint ends (n : nat) (l : choices) : bool :=
  if existsb (fun c => at_zeros (snd c)) l then true else
  match n with O => false | S n => ends n (follow (zeros k) l) end.

Definition pair_read (p : form * choices) (d : list N) : form * choices :=
  let D := read d (fst p) in (D, if is false D then [] else follow d (snd p)).

Lemma is_ok c f : is c f = true -> f = Const c.
Proof. destruct f; try discriminate. cbn. intros E. apply eqb_prop in E. congruence. Qed.

Theorem never_ok f v : never f = true -> length v = k -> ~ holds v f.
Proof.
  intros H L. apply all_good_ok in H; [|apply same_ok]. destruct H as (I & If & H). revert f If.
  apply (vector_ind b base k) with (v := v); auto.
  - intros f If. rewrite <- at_zeros_ok by auto. destruct (H f If) as [E|[Z _]].
    + apply is_ok in E. subst. discriminate.
    + destruct (at_zeros f); discriminate.
  - intros d u D M IH f If. pose proof D as D'. apply letters_spec in D'. destruct D'.
    destruct (H f If) as [E|[_ R]]; [apply is_ok in E; subst; discriminate|].
    rewrite <- read_ok by (auto; congruence). auto.
Qed.

Lemma follow_ok d l j f : In (j, f) (follow d l) ->
  exists e g, In (j, g) l /\ In e (letters b j) /\ f = read (d ++ e) g.
Proof.
  unfold follow. revert j f. set (Q := fun m : set (nat * form) => forall j f, In (j, f) (members _ m) ->
    exists e g, In (j, g) l /\ In e (letters b j) /\ f = read (d ++ e) g).
  enough (H : forall l' m, Q m -> incl l' l ->
    Q (fold_left (fun m '(j, f) => fold_left (fun m e => add m j (read (d ++ e) f)) (letters b j) m) l' m)).
  { apply H; [intros j f []|apply incl_refl]. }
  induction l' as [|[j g] l' IH]; intros m Qm Hl; cbn [fold_left]; [auto|].
  apply IH; [|intros x X; apply Hl; cbn; auto]. generalize (incl_refl (letters b j)).
  generalize (letters b j) at 1 3. intros es. revert m Qm.
  induction es as [|e es IHe]; intros m Qm He; cbn [fold_left]; [auto|].
  apply IHe; [|intros x X; apply He; cbn; auto]. unfold add. destruct (is false _); [auto|]. intros i f F.
  apply members_insert in F. destruct F as [F|F]; [|auto]. injection F as -> ->. exists e, g.
  repeat split; [apply Hl|apply He]; cbn; auto.
Qed.

Lemma witness_follow d v l : In d (letters b k) -> length v = k -> witness v (follow d l) -> witness (push b d v) l.
Proof.
  intros D L (j & f & y & X & Y & W). apply follow_ok in X. destruct X as (e & g & G & Ie & ->).
  apply letters_spec in D, Ie. destruct D as [Ld Lb], Ie as [Le Eb]. exists j, g, (push b e y).
  rewrite push_length, <- push_app by congruence. repeat split; auto. apply read_ok; auto.
  - rewrite !app_length. congruence.
  - apply Forall_app. auto.
Qed.

Lemma ends_ok n l : ends n l = true -> witness (zeros k) l.
Proof.
  revert l. induction n as [|n IH]; intros l; cbn [ends]; destruct (existsb _ l) eqn:E; intros H; try discriminate.
  3: { rewrite <- (push_zeros b k). apply witness_follow; [|apply repeat_length|auto].
       apply letters_spec. split; [apply repeat_length|apply forall_zeros; auto]. }
  all: apply existsb_exists in E; destruct E as ([j f] & X & Z); exists j, f, (zeros j).
  all: unfold zeros; rewrite repeat_length, <- repeat_app; repeat split; auto; apply at_zeros_ok; auto.
Qed.

Definition always (D : form) (l : choices) : bool :=
  all_good (form * choices) same_pair pair_key (list N)
    (fun p => is false (fst p) || existsb (fun c => is true (snd c)) (snd p))
    (fun p => if at_zeros (fst p) then ends 8 (snd p) else true) pair_read (letters b k) (D, l).

Theorem always_ok D l v : always D l = true -> length v = k -> holds v D -> witness v l.
Proof.
  intros H L. apply all_good_ok in H; [|apply same_pair_ok]. destruct H as (I & Il & H).
  assert (T : forall u D l, is false D || existsb (fun c => is true (snd c)) l = true -> holds u D -> witness u l).
  { clear. intros u D l H F. apply orb_true_iff in H. destruct H as [E|E]; [apply is_ok in E; subst; discriminate|].
    apply existsb_exists in E. destruct E as ([j f] & X & E). apply is_ok in E. cbn in E. subst.
    exists j, (Const true), (zeros j). unfold zeros. rewrite repeat_length. cbn. auto. }
  revert D l Il. apply (vector_ind b base k) with (v := v); auto.
  - intros D l Il F. destruct (H _ Il) as [E|[Z _]]; [apply (T _ D); auto|]. cbn [fst snd] in Z.
    rewrite <- at_zeros_ok in F by auto. rewrite F in Z. apply (ends_ok _ _ Z).
  - intros d u Dd M IH D l Il F. destruct (H _ Il) as [E|[_ R]]; [apply (T _ D); auto|]. specialize (R d Dd).
    unfold pair_read in R. cbn [fst snd] in R. pose proof Dd as Dl. apply letters_spec in Dl. destruct Dl as [Dl Db].
    rewrite <- read_ok in F by (auto; congruence).
    destruct (is false (read d D)) eqn:E; [apply is_ok in E; rewrite E in F; discriminate|].
    eapply witness_follow; eauto.
Qed.
End Deciding.

(* A formula about v holds exactly if there are j more numbers with which another formula holds. *)
Fixpoint some (j : nat) (Q : list N -> Prop) : Prop :=
  match j with O => Q [] | S j => exists x, some j (fun n => Q (x :: n)) end.

Lemma some_ok j : forall Q, some j Q <-> exists n, length n = j /\ Q n.
Proof.
  induction j as [|j IH]; intros Q; cbn [some].
  - split; [intros q; exists []; auto|]. intros ([|] & L & q); [auto|discriminate].
  - split.
    + intros [x H]. apply IH in H. destruct H as (n & L & q). exists (x :: n). cbn. auto.
    + intros ([|x n] & L & q); [discriminate|]. exists x. apply IH. exists n. auto.
Qed.

Section Means.
Variables (b : N) (automata : list automaton) (k : nat).
Notation holds := (holds b automata).

Definition means (A : form) (j : nat) (f : form) : bool :=
  never b automata (k + j) (bin AND f (neg (rename (seq 0 k) (k + j) A))) && always b automata k A [(j, f)].

Hypothesis base : (2 <= b)%N.
Hypothesis ok : forallb sound automata = true.

Theorem means_ok A j f v : means A j f = true -> length v = k -> (holds v A <-> some j (fun n => holds (v ++ n) f)).
Proof.
  unfold means. rewrite andb_true_iff, some_ok. intros [F G] L. split.
  - intros H. destruct (always_ok _ _ _ base ok _ _ _ G L H) as (j' & f' & n & [I|[]] & N & W).
    apply pair_equal_spec in I. destruct I. subst. eauto.
  - intros (n & N & H). assert (Ln : length (v ++ n) = k + j) by (rewrite app_length; lia).
    apply never_ok with (v := v ++ n) in F; auto. rewrite bin_ok, neg_ok, rename_ok, <- L, pick_all in F by lia.
    cbn [join] in F. destruct (decided b automata base ok A v); tauto.
Qed.
End Means.
